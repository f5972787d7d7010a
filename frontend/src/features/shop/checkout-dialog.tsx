import { EMAIL_MAX, typedText } from '@kla/proto/web'
import { useEffect, useRef, useState } from 'react'
import { cart, type Settled } from '../../entities/cart/cart.js'
import { usePassQuery } from '../../entities/pass/pass.js'
import { useCreateCheckoutMutation } from '../../entities/shop/shop.js'
import { useClientConfig } from '../../shared/api/client-config.js'
import { PATHS } from '../../shared/config/paths.js'
import { formatMoney } from '../../shared/format.js'
import { useNow } from '../../shared/time/remaining.js'
import { Button } from '../../shared/ui/button.js'
import { Dialog } from '../../shared/ui/dialog.js'
import { TextField } from '../../shared/ui/fields.js'
import { Icon } from '../../shared/ui/icon.js'
import { CHECKOUT } from '../../texts/shop.js'
import styles from './checkout.module.css'
import {
  type CheckoutProblem,
  goToPayment,
  lineCents,
  type PricedLine,
  problemBefore,
  problemOf,
  receiptHint,
  seasonEndWords,
  subtotalCents,
  toCartLines,
} from './rules.js'

interface CheckoutFormProps {
  lines: readonly PricedLine[]
  /** Resolves to true if an earlier checkout turned out to be paid. */
  settleEarlier: () => Promise<Settled>
}

interface CheckoutDialogProps extends CheckoutFormProps {
  open: boolean
  onClose: () => void
}

export const CheckoutDialog = ({ open, onClose, ...form }: CheckoutDialogProps) => (
  <Dialog title={CHECKOUT.title} open={open} onClose={onClose}>
    <CheckoutForm {...form} />
  </Dialog>
)

function CheckoutForm({ lines, settleEarlier }: CheckoutFormProps) {
  const [email, setEmail] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const { pay, paying, problem } = useCheckout(lines, settleEarlier)
  const payments = useClientConfig()?.payments
  useEffect(() => {
    if (problem?.about === 'email') field.current?.focus()
  }, [problem])

  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (paying) return
        void pay(email)
      }}
    >
      <OrderSummary lines={lines} />
      <TextField
        ref={field}
        type="email"
        name="email"
        autoComplete="email"
        label={CHECKOUT.email}
        required
        data-autofocus=""
        maxLength={EMAIL_MAX}
        value={email}
        error={problem?.about === 'email' ? problem.text : undefined}
        hint={receiptHint(payments)}
        onChange={(event) => setEmail(event.target.value)}
      />
      <div role="alert" className={styles.problem}>
        {problem?.about === 'checkout' && (
          <>
            <Icon name="alert" />
            <div>
              <p>{problem.text}</p>
              {problem.detail && <p>{problem.detail}</p>}
            </div>
          </>
        )}
      </div>
      <Button type="submit" variant="primary" size="l" wide busy={paying}>
        {paying ? CHECKOUT.paying : CHECKOUT.pay({ total: formatMoney(subtotalCents(lines)) })}
      </Button>
      <p className={styles.note}>
        {CHECKOUT.final({
          terms: (content) => (
            <a href={PATHS.terms} target="_blank" rel="noopener">
              {content}
            </a>
          ),
        })}
      </p>
    </form>
  )
}

const OrderSummary = ({ lines }: { lines: readonly PricedLine[] }) => (
  <ul className={styles.summary}>
    {lines.map((line) => (
      <li key={line.offer.id} className={styles.entry}>
        <div>
          {CHECKOUT.line({ count: line.count, item: line.offer.name })}
          <SeasonEnd className={styles.note} itemId={line.offer.id} />
        </div>
        <span>{formatMoney(lineCents(line))}</span>
      </li>
    ))}
    <li className={styles.total}>
      <span>{CHECKOUT.total}</span>
      <span>{formatMoney(subtotalCents(lines))}</span>
    </li>
  </ul>
)

interface SeasonEndProps {
  itemId: number
  className?: string | undefined
}

export function SeasonEnd({ itemId, className }: SeasonEndProps) {
  const { data } = usePassQuery(undefined, { refetchOnMountOrArgChange: true })
  const words = seasonEndWords(itemId, data?.season, useNow())
  return words && <p className={className}>{words}</p>
}

const useCheckout = (lines: readonly PricedLine[], settleEarlier: () => Promise<Settled>) => {
  const payments = useClientConfig()?.payments
  const [createCheckout] = useCreateCheckoutMutation()
  const [paying, setPaying] = useState(false)
  const [problem, setProblem] = useState<CheckoutProblem | null>(null)
  const request = useRef<{ abort: () => void } | null>(null)
  const closed = useRef(false)

  useEffect(() => {
    closed.current = false
    // "Back" from the provider may restore this page from the cache.
    const onPageShow = ({ persisted }: PageTransitionEvent) => persisted && setPaying(false)
    window.addEventListener('pageshow', onPageShow)
    return () => {
      window.removeEventListener('pageshow', onPageShow)
      // A closed checkout must not redirect a moment later.
      closed.current = true
      request.current?.abort()
    }
  }, [])

  const fail = (problem: CheckoutProblem) => {
    setProblem(problem)
    setPaying(false)
  }

  const pay = async (email: string) => {
    const wrong = problemBefore(email, payments)
    setProblem(wrong)
    if (wrong) return
    setPaying(true)
    // All sales are final: nothing is paid twice because a player has not come back from the payment page.
    const earlier = await settleEarlier()
    if (earlier === 'paid') return fail({ about: 'checkout', text: CHECKOUT.paidEarlier })
    if (earlier === 'unknown') return fail({ about: 'checkout', text: CHECKOUT.failed })
    if (closed.current) return
    const bought = toCartLines(lines)
    const items = bought.map(({ itemId, count }) => ({ item_id: itemId, quantity: count }))
    const asked = createCheckout({ items, email: typedText(email) })
    request.current = asked
    const { data: session, error } = await asked
    if (!session) return fail(problemOf(error))
    cart.checkedOut(session.id, bought, Date.now())
    const stuck = goToPayment(session.url)
    if (stuck !== null) fail({ about: 'checkout', text: stuck })
  }

  return { pay, paying, problem }
}
