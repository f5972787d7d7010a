import { useState } from 'react'
import { Button, type ButtonVariant } from '../../../shared/ui/button.js'
import { Icon } from '../../../shared/ui/icon.js'
import { IconButton } from '../../../shared/ui/icon-button.js'
import { LeaveBattleDialog } from '../leaving/leave-battle-dialog.js'
import { useMoveOn } from '../leaving/use-move-on.js'
import { useRoom } from '../state/use-room.js'

interface NextButtonProps {
  compact?: boolean
  variant?: ButtonVariant
}

/** From a room of quick match to the next opponent. Asks before it ends a battle. */
export function NextButton({ compact = false, variant = 'quiet' }: NextButtonProps) {
  const matched = useRoom(({ about }) => about?.origin === 'match')
  const inBattle = useRoom(({ phase }) => phase === 'prompt' || phase === 'show' || phase === 'vote')
  const { next, leaving } = useMoveOn()
  const [asking, setAsking] = useState(false)
  if (!matched) return null

  const press = () => {
    if (inBattle) setAsking(true)
    else void next()
  }
  return (
    <>
      {compact ? (
        <IconButton icon="next" label="Next opponent" disabled={leaving} onClick={press} />
      ) : (
        <Button variant={variant} busy={leaving} onClick={press}>
          {!leaving && <Icon name="next" />} Next
        </Button>
      )}
      <LeaveBattleDialog
        open={asking && inBattle}
        leaving={leaving}
        onStay={() => setAsking(false)}
        onLeave={() => void next()}
      />
    </>
  )
}
