import { useCallback, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { isSignedOut } from '../../../shared/api/errors.js'
import { useVerifyPurchaseMutation } from '../purchases/orders.js'
import { cart } from '../../../entities/cart/cart.js'
import { verdictOn, type Verdict } from './verdict.js'

/** The parameter with which the payment provider sends people back. */
const SESSION_ID = 'session_id'

/** Verifies the purchase that the address names, once by itself, and again whenever it is asked to. */
export const usePurchaseReturn = () => {
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
