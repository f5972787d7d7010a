import { EMAIL_MAX } from '@kla/proto/web'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../../shared/ui/button.js'
import { Icon } from '../../../shared/ui/icon.js'
import { TextField } from '../../../shared/ui/fields.js'
import { PATHS } from '../../../shared/config/paths.js'
import { useClientConfig } from '../../../shared/api/client-config.js'
import { formatMoney } from '../../../shared/format.js'
import { subtotalCents, type PricedLine } from '../cart/priced-lines.js'
import { OrderSummary } from './order-summary.js'
import { receiptHint } from './receipt-hint.js'
import { useCheckout } from './use-checkout.js'
import styles from './checkout.module.css'

/** The receipt's address and the payment. */
export function CheckoutForm({ lines }: { lines: readonly PricedLine[] }) {
  const [email, setEmail] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const { pay, paying, problem } = useCheckout(lines)
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
        label="Email for the receipt"
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
        {paying ? 'Processing…' : `Pay ${formatMoney(subtotalCents(lines))}`}
      </Button>
      <p className={styles.note}>
        You pay on our payment provider’s page; card details never reach Kla. Every sale is final:{' '}
        <a href={PATHS.terms} target="_blank" rel="noopener">
          Terms of Service (new tab)
        </a>
        .
      </p>
    </form>
  )
}
