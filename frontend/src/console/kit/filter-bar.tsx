import { type FormEvent, type ReactNode, useState } from 'react'
import { Button } from '../../shared/ui/button.js'
import { classNames } from '../../shared/ui/class-names.js'
import { SelectField, TextField } from '../../shared/ui/fields.js'
import styles from './filter-bar.module.css'
import type { Filters } from './list-state.js'
import { MomentField } from './moments.js'
import { useShortcut } from './shortcuts.js'
import { localFieldError } from './times.js'

/** Filter as a select, text or time field. */
export interface FilterField<Name extends string> {
  name: Name
  label: string
  placeholder?: string
  /** Options of one group follow each other. */
  options?: readonly { value: string; label: string; group?: string }[]
  numeric?: boolean
  /** True if the field holds a local time, such as '2026-11-21T08:05'. */
  moment?: boolean
  maxLength?: number
}

const momentError = (value: string): string | undefined => (value === '' ? undefined : localFieldError(value))

interface FilterBarProps<Name extends string> {
  fields: readonly FilterField<Name>[]
  filters: Filters<Name>
  busy: boolean
  /** Buttons beside Refresh and Apply Filters. */
  extra?: ReactNode
  onApply: (filters: Filters<Name>) => void
  onRefresh: () => void
}

/** Validated by the browser before the server refuses it. */
const WHOLE_NUMBER = { inputMode: 'numeric', pattern: ' *[1-9][0-9]* *', title: 'A whole number above 0' } as const

/** Filters applied together; `/` focuses the first field. */
export function FilterBar<Name extends string>(props: FilterBarProps<Name>) {
  const { fields, filters, busy, extra, onApply, onRefresh } = props
  const [draft, setDraft] = useState(filters)
  const applied = JSON.stringify(filters)
  const [startedFrom, setStartedFrom] = useState(applied)
  // Filters from the address ("back", a link) replace the draft.
  if (startedFrom !== applied) {
    setStartedFrom(applied)
    setDraft(filters)
  }
  const change = (name: Name, value: string) => setDraft((before) => ({ ...before, [name]: value }))
  const [folded, setFolded] = useState(true)
  const [form, setForm] = useState<HTMLFormElement | null>(null)
  useShortcut('/', 'Search', () => form?.querySelector<HTMLElement>('input, select')?.focus())
  useShortcut('r', 'Refresh the list', onRefresh)

  const apply = (event: FormEvent) => {
    event.preventDefault()
    if (fields.some(({ name, moment }) => moment && momentError(draft[name]))) return
    const unchanged = fields.every(({ name }) => draft[name] === filters[name])
    onApply(draft)
    if (unchanged) onRefresh()
  }
  return (
    <form ref={setForm} className={classNames(styles.bar, folded && styles.folded)} role="search" onSubmit={apply}>
      {fields.map(({ name, label, options, numeric, moment, placeholder, maxLength }) => (
        <div key={name} className={classNames(styles.field, moment && styles.moment)}>
          {options ? (
            <SelectField
              label={label}
              value={draft[name]}
              options={options}
              onChange={(value) => change(name, value)}
            />
          ) : moment ? (
            <MomentField
              label={label}
              hint=""
              value={draft[name]}
              error={momentError(draft[name])}
              onChange={(value) => change(name, value)}
            />
          ) : (
            <TextField
              label={label}
              value={draft[name]}
              placeholder={placeholder}
              maxLength={maxLength}
              {...(numeric && WHOLE_NUMBER)}
              onChange={(event) => change(name, event.target.value)}
            />
          )}
        </div>
      ))}
      <div className={styles.buttons}>
        {fields.length > 1 && (
          <Button className={styles.unfold} aria-expanded={!folded} onClick={() => setFolded(!folded)}>
            Filters
          </Button>
        )}
        <Button busy={busy} onClick={onRefresh}>
          Refresh
        </Button>
        {extra}
        <Button type="submit" variant="primary">
          Apply Filters
        </Button>
      </div>
    </form>
  )
}
