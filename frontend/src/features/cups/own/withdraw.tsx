import { Button } from '../../../shared/ui/button.js'
import { useWithdrawFromCupMutation, type Cup } from '../../../entities/cup/cups.js'
import { useToldFailure } from '../use-told-failure.js'

/** Gives the place back. One can enter again while it is free, so nothing is asked twice. */
export function Withdraw({ cup }: { cup: Cup }) {
  const [withdraw, { isLoading, error }] = useWithdrawFromCupMutation()
  useToldFailure(error, 'You could not be withdrawn. Please try again.')
  return (
    <Button variant="quiet" busy={isLoading} onClick={() => void withdraw(cup.id)}>
      Withdraw
    </Button>
  )
}
