import { useState, type FormEvent } from 'react'
import type { GifBulkAnswer } from '@kla/proto/web'
import { Button } from '../../shared/ui/button.js'
import { Checkbox, SelectField, TextArea } from '../../shared/ui/fields.js'
import type { BulkDraft } from './bulk-draft.js'
import { CATEGORY_OPTIONS } from './filter-fields.js'
import { readLinks } from './links.js'
import { useBulkAdd } from './use-bulk-add.js'
import styles from './gif-control.module.css'

const TAG_OPTIONS = [{ value: '', label: 'None' }, ...CATEGORY_OPTIONS] as const

interface BulkAddProps {
  draft: BulkDraft
  onChange: (part: Partial<BulkDraft>) => void
}

/** Brings links into the rotation, however they were gathered. */
export function BulkAdd({ draft, onChange }: BulkAddProps) {
  const [added, setAdded] = useState<GifBulkAnswer | null>(null)
  const { addAll, adding } = useBulkAdd()
  const links = readLinks(draft.links)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (adding || links.length === 0) return
    setAdded(null)
    const counts = await addAll(links, draft)
    if (counts === null) return
    setAdded(counts)
    onChange({ links: '' })
  }
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)}>
      <TextArea
        label="Links"
        rows={6}
        spellCheck={false}
        placeholder="https://"
        hint={`${links.length} link(s), each counted once. What does not start with http or https is left out.`}
        value={draft.links}
        onChange={(event) => onChange({ links: event.target.value })}
      />
      <SelectField label="Tag" value={draft.tag} options={TAG_OPTIONS} onChange={(tag) => onChange({ tag })} />
      <Checkbox checked={draft.visible} onChange={(event) => onChange({ visible: event.target.checked })}>
        Visible
      </Checkbox>
      <Button type="submit" variant="primary" busy={adding} disabled={links.length === 0}>
        Add
      </Button>
      <p role="status">{added && `Added: ${added.inserted}, Skipped: ${added.skipped}`}</p>
    </form>
  )
}
