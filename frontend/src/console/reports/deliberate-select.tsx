import { type ComponentProps, type KeyboardEvent, useState } from 'react'
import { SelectField } from '../../shared/ui/fields.js'
import styles from './reports.module.css'

type SelectProps<Value extends string> = Pick<
  ComponentProps<typeof SelectField<Value>>,
  'label' | 'value' | 'options' | 'onChange'
>

/** Keys that open or close a select; others may change a closed one. */
const OPENING = new Set([' ', 'Enter', 'F4'])

/** Select that saves what was picked at once, but what keys reached only on Enter or when it is left. */
export function DeliberateSelect<Value extends string>({ value, onChange, ...rest }: SelectProps<Value>) {
  const [byKey, setByKey] = useState(false)
  const [reached, setReached] = useState<Value | null>(null)
  const save = (chosen: Value | null) => {
    setReached(null)
    if (chosen !== null && chosen !== value) onChange(chosen)
  }
  const readKey = (event: KeyboardEvent) => {
    setByKey(!OPENING.has(event.key))
    if (event.key === 'Enter') save(reached)
    if (event.key !== 'Escape' || reached === null) return
    // Escape would also close the report.
    event.stopPropagation()
    setReached(null)
  }
  const unsaved = reached !== null && reached !== value
  return (
    <div>
      <SelectField
        {...rest}
        value={reached ?? value}
        onPointerDown={() => setByKey(false)}
        onKeyDown={readKey}
        onBlur={() => save(reached)}
        onChange={(chosen) => (byKey ? setReached(chosen) : save(chosen))}
      />
      <p className={styles.muted} role="status">
        {unsaved && 'Not saved yet. Press Enter to save it, or Escape to keep the old one.'}
      </p>
    </div>
  )
}
