import { useCallback, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { cart } from '../../entities/cart/cart.js'
import { isSignedOut } from '../../shared/api/errors.js'
import { Button } from '../../shared/ui/button.js'
import { Icon } from '../../shared/ui/icon.js'
import { Spinner } from '../../shared/ui/spinner.js'
import { useVerifyPurchaseMutation, verdictOn, type Verdict } from './orders.js'
import styles from './purchases.module.css'

export function PurchaseNotice() {
  const { verdict, checking, checkAgain } = usePurchaseReturn()
  const shown = verdict !== null || checking
  return (
    <div className={shown ? styles.notice : undefined} data-kind={verdict?.kind}>
      <p className={styles.text} role="status">
        {/* Re-mounted with every check, so that screen readers announce an unchanged answer too. */}
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

/** Set by the payment provider's redirect. */
const SESSION_ID = 'session_id'

/** Verifies the purchase that the address names, once by itself and again on request. */
const usePurchaseReturn = () => {
  const [search, setSearch] = useSearchParams()
  const returned = search.get(SESSION_ID)
  // Outlives the address, which is cleaned up after the first answer.
  const [checked, setChecked] = useState<{ sessionId: string; verdict: Verdict } | null>(null)
  const [verify, { isLoading: checking }] = useVerifyPurchaseMutation()

  const ask = useCallback(
    async (sessionId: string) => {
      const { data, error } = await verify(sessionId)
      // The address keeps the purchase, to be verified after signing in again.
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
