import { useState, type FormEvent } from 'react'
import { Button } from '../../shared/ui/button.js'
import { classNames } from '../../shared/ui/class-names.js'
import { SelectField, TextField } from '../../shared/ui/fields.js'
import { useShortcut } from './shortcuts.js'
import type { Filters } from './list-state.js'
import styles from './filter-bar.module.css'

export interface FilterField<Name extends string> {
  name: Name
  label: string
  placeholder?: string
  /** A choice of these; a text where there are none. */
  options?: readonly { value: string; label: string }[]
  numeric?: boolean
  /** A day and a time in the reader's own zone, as the browser's field has it: '2026-11-21T08:05'. */
  moment?: boolean
  maxLength?: number
}

interface FilterBarProps<Name extends string> {
  fields: readonly FilterField<Name>[]
  /** What holds now. */
  filters: Filters<Name>
  busy: boolean
  onApply: (filters: Filters<Name>) => void
  onRefresh: () => void
}

/** Checked by the browser, before the server has to refuse it. */
const WHOLE_NUMBER = { inputMode: 'numeric', pattern: ' *[1-9][0-9]* *', title: 'A whole number above 0' } as const

/** What a list can be narrowed by. `/` goes to its first field; nothing changes before it is applied. */
export function FilterBar<Name extends string>(props: FilterBarProps<Name>) {
  // Filters that came by another way ("back", a link) replace what was being typed.
  return <Draft key={JSON.stringify(props.filters)} {...props} />
}

function Draft<Name extends string>({ fields, filters, busy, onApply, onRefresh }: FilterBarProps<Name>) {
  const [draft, setDraft] = useState(filters)
  const change = (name: Name, value: string) => setDraft((before) => ({ ...before, [name]: value }))
  const [folded, setFolded] = useState(true)
  const [form, setForm] = useState<HTMLFormElement | null>(null)
  useShortcut('/', 'Search', () => form?.querySelector<HTMLElement>('input, select')?.focus())
  useShortcut('r', 'Refresh the list', onRefresh)

  const apply = (event: FormEvent) => {
    event.preventDefault()
    const unchanged = fields.every(({ name }) => draft[name] === filters[name])
    onApply(draft)
    if (unchanged) onRefresh()
  }
  return (
    <form ref={setForm} className={classNames(styles.bar, folded && styles.folded)} role="search" onSubmit={apply}>
      {fields.map(({ name, label, options, numeric, moment, placeholder, maxLength }) => (
        <div key={name} className={classNames(styles.field, moment && styles.moment)}>
          {options ? (
            <SelectField label={label} value={draft[name]} options={options} onChange={(value) => change(name, value)} />
          ) : (
            <TextField
              label={label}
              type={moment ? 'datetime-local' : 'text'}
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
        <Button type="submit" variant="primary">
          Apply Filters
        </Button>
      </div>
    </form>
  )
}
