import { useCallback, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { cart } from '../../entities/cart/cart.js'
import { isSignedOut } from '../../shared/api/errors.js'
import { Button } from '../../shared/ui/button.js'
import { Icon } from '../../shared/ui/icon.js'
import { Spinner } from '../../shared/ui/spinner.js'
import { useVerifyPurchaseMutation, verdictOn, type Verdict } from './orders.js'
import styles from './purchases.module.css'

/** The parameter with which the payment provider sends people back. */
const SESSION_ID = 'session_id'

/** Verifies the purchase that the address names, once by itself, and again whenever it is asked to. */
const usePurchaseReturn = () => {
  const [search, setSearch] = useSearchParams()
  const returned = search.get(SESSION_ID)
  // Its session id outlives the address, which is tidied after the first answer.
  const [checked, setChecked] = useState<{ sessionId: string; verdict: Verdict } | null>(null)
  const [verify, { isLoading: checking }] = useVerifyPurchaseMutation()

  const ask = useCallback(
    async (sessionId: string) => {
      const { data, error } = await verify(sessionId)
      // The address keeps the purchase: it is verified after signing in again.
      if (isSignedOut(error)) return null
      const verdict = verdictOn(data)
      if (verdict.kind === 'paid') cart.paid(sessionId)
      return { sessionId, verdict }
    },
    [verify],
  )

  useEffect(() => {
    if (returned === null) return
    let gone = false
    const tidy = () => {
      // Whoever went on to another screen is not called back.
      if (gone) return
      const left = new URLSearchParams(window.location.search)
      left.delete(SESSION_ID)
      setSearch(left, { replace: true })
    }
    if (returned === '') tidy()
    else {
      void ask(returned).then((answer) => {
        if (answer === null) return
        setChecked(answer)
        tidy()
      })
    }
    return () => {
      gone = true
    }
  }, [returned, ask, setSearch])

  return {
    verdict: checked?.verdict ?? null,
    checking,
    checkAgain: () => void (checked && ask(checked.sessionId).then(setChecked)),
  }
}

/** What became of a purchase, for those who come back from paying. Nothing for everybody else. */
export function PurchaseNotice() {
  const { verdict, checking, checkAgain } = usePurchaseReturn()
  const shown = verdict !== null || checking
  return (
    <div className={shown ? styles.notice : undefined} data-kind={verdict?.kind}>
      <p className={styles.text} role="status">
        {/* Said again with every check, so that an answer like the last one is heard too. */}
        {checking && (
          <>
            <Spinner /> Checking your purchase…
          </>
        )}
        {verdict && !checking && (
          <>
            <Icon name={verdict.kind === 'paid' ? 'check' : 'clock'} />
            <span className="tabular">{verdict.text}</span>
          </>
        )}
      </p>
      {verdict && verdict.kind !== 'paid' && (
        <Button busy={checking} onClick={checkAgain}>
          Check again
        </Button>
      )}
    </div>
  )
}
