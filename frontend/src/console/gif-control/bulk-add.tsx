import type { GifBulkAnswer } from '@kla/proto/web'
import { type FormEvent, useState } from 'react'
import { Button } from '../../shared/ui/button.js'
import { Checkbox, SelectField, TextArea } from '../../shared/ui/fields.js'
import { toastError, toastSuccess } from '../../shared/ui/toast.js'
import { type Draft, DraftNote } from '../kit/drafts.js'
import { counted } from '../kit/numbers.js'
import { useAddGifsMutation } from './api.js'
import { ActChoice, actWords } from './gif-acts.js'
import styles from './gif-control.module.css'
import { BULK_LINKS_MAX, type BulkDraft, inBatches, readLinks, toBulk } from './links.js'
import { CATEGORY_OPTIONS } from './states.js'

const TAG_OPTIONS = [{ value: '', label: 'None' }, ...CATEGORY_OPTIONS] as const

export function BulkAdd({ draft: kept }: { draft: Draft<BulkDraft> }) {
  const draft = kept.value
  const onChange = (part: Partial<BulkDraft>) => kept.change((before) => ({ ...before, ...part }))
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
    kept.sent(draft)
  }
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)}>
      <TextArea
        label="Links"
        rows={6}
        spellCheck={false}
        placeholder="https://"
        hint={`${counted(links.length, 'link')}, duplicates removed. Links that don't start with http or https are left out.`}
        value={draft.links}
        onChange={(event) => onChange({ links: event.target.value })}
      />
      <SelectField label="Tag" value={draft.tag} options={TAG_OPTIONS} onChange={(tag) => onChange({ tag })} />
      <Checkbox checked={draft.visible} onChange={(event) => onChange({ visible: event.target.checked })}>
        Visible
      </Checkbox>
      <details>
        <summary>What they show: {actWords(draft.acts && [...draft.acts])}</summary>
        <ActChoice acts={draft.acts && [...draft.acts]} onChange={(acts) => onChange({ acts })} />
        <Button disabled={draft.acts === null} onClick={() => onChange({ acts: null })}>
          Back to not labelled
        </Button>
      </details>
      <DraftNote drafts={[kept]} of="the new GIFs" />
      <Button type="submit" variant="primary" busy={adding} disabled={links.length === 0}>
        Add
      </Button>
      <p role="status">{added && `Added: ${added.inserted}, Skipped: ${added.skipped}`}</p>
    </form>
  )
}

function useBulkAdd() {
  const [add, { isLoading }] = useAddGifsMutation()

  const addAll = async (links: readonly string[], draft: BulkDraft): Promise<GifBulkAnswer | null> => {
    const counts = { inserted: 0, skipped: 0 }
    for (const urls of inBatches(links, BULK_LINKS_MAX)) {
      const { data } = await add(toBulk(urls, draft))
      if (!data) {
        toastError('Bulk add failed')
        return null
      }
      counts.inserted += data.inserted
      counts.skipped += data.skipped
    }
    toastSuccess(`Added: ${counts.inserted}, Skipped: ${counts.skipped}`)
    return counts
  }
  return { addAll, adding: isLoading }
}
