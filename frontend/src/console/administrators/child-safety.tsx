import { Checkbox } from '../../shared/ui/fields.js'
import { useMayGiveChildSafety } from './may-give-child-safety.js'

interface ChildSafetyProps {
  /** Absent for somebody who is being created. */
  receiver?: number
  checked: boolean
  onChange: (checked: boolean) => void
}

/** It is changed by those who have it, or by two people; never given to oneself. */
export function ChildSafety({ receiver, checked, onChange }: ChildSafetyProps) {
  const mayGive = useMayGiveChildSafety(receiver)
  return (
    <Checkbox
      checked={checked}
      disabled={!checked && !mayGive}
      onChange={(event) => onChange(event.target.checked)}
    >
      {checked || mayGive ? 'Child safety' : 'Child safety (given by somebody else who has it)'}
    </Checkbox>
  )
}
