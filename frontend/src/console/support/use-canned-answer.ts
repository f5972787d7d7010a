import type { CannedAnswerView } from '@kla/proto/web'
import { errorCode } from '../../shared/api/errors.js'
import { newId } from '../../shared/browser/new-id.js'
import { toastSuccess } from '../../shared/ui/toast.js'
import { changedFields, type Fields } from '../kit/conflict.js'
import { useDraft } from '../kit/drafts.js'
import { useChange } from '../kit/versions.js'
import { useCannedAnswersQuery, useDeleteCannedAnswerMutation, usePutCannedAnswerMutation } from './api.js'

type Content = Pick<CannedAnswerView, 'title' | 'text'>

/** Canned answer as typed, and what it began on: version 0 for a new one. */
interface CannedDraft extends Content {
  id: string
  version: number
  from: Content
}

const NEW: CannedDraft = { id: '', title: '', text: '', version: 0, from: { title: '', text: '' } }

const draftOf = ({ id, title, text, version }: CannedAnswerView): CannedDraft => ({
  id,
  title,
  text,
  version,
  from: { title, text },
})

const fieldsOf = ({ title, text }: Content): Fields => ({ Title: title, Text: text })

/** Keeps what is typed until it is saved, and makes each change on the version it began on. `id`: empty for a new one. */
export function useCannedAnswer(id: string, answer: CannedAnswerView | undefined) {
  const draft = useDraft<CannedDraft>('canned', id || 'new', 'answer', answer ? draftOf(answer) : NEW)
  const [put, { isLoading }] = usePutCannedAnswerMutation()
  const [remove] = useDeleteCannedAnswerMutation()
  const { refetch } = useCannedAnswersQuery()
  const carryOut = useChange()

  /** Adds the newest answer to the refusal of a stale version, unless it is gone. */
  const withCurrent = async (answerId: string, error: unknown): Promise<unknown> => {
    if (errorCode(error) !== 'CHANGED_MEANWHILE') return error
    const { data } = await refetch()
    const current = data?.results.find((each) => each.id === answerId)
    const refusal = error as { data: object }
    return { ...refusal, data: { ...refusal.data, current } }
  }

  return {
    draft,
    busy: isLoading,
    change: (part: Partial<CannedDraft>) =>
      draft.change((before) => {
        const after = { ...before, ...part }
        // The id makes a repeat of the first save the same answer.
        if (after.version === 0) after.id = after.title + after.text === '' ? '' : after.id || newId()
        return after
      }),
    /** Resolves to what was saved, or to null. */
    save: async (): Promise<CannedAnswerView | null> => {
      const typed = draft.value
      const mine = { title: typed.title.trim(), text: typed.text.trim() }
      const before = fieldsOf(typed.from)
      const yours = changedFields(before, fieldsOf(mine))
      const outcome = await carryOut({
        thing: `canned answer ${typed.id}`,
        name: `Canned answer “${typed.from.title || mine.title}”`,
        // One that someone has deleted is added again.
        version: answer ? typed.version : 0,
        before,
        yours,
        fieldsOf,
        send: async (version, over: CannedAnswerView | null) => {
          const title = over && yours['Title'] === undefined ? over.title : mine.title
          const text = over && yours['Text'] === undefined ? over.text : mine.text
          const { data, error } = await put({ id: typed.id, title, text, version })
          return { data, error: await withCurrent(typed.id, error) }
        },
        failed: "We couldn't save the answer.",
      })
      if (outcome.kind === 'open') return null
      draft.sent(typed)
      if (outcome.kind !== 'done') return null
      toastSuccess('Saved.')
      return outcome.answer
    },
    /** Resolves to true once the answer is gone. */
    remove: async ({ title, text, version }: CannedAnswerView): Promise<boolean> => {
      const kept = (content: Content) => ({ ...fieldsOf(content), 'This answer': 'Kept' })
      const outcome = await carryOut({
        thing: `canned answer ${id}`,
        name: `Canned answer “${title}”`,
        version,
        before: kept({ title, text }),
        yours: { 'This answer': 'Deleted' },
        fieldsOf: (current: CannedAnswerView) => kept(current),
        send: async (on) => {
          const { data, error } = await remove({ id, version: on })
          return { data, error: await withCurrent(id, error) }
        },
        failed: "We couldn't delete the answer.",
      })
      if (outcome.kind !== 'done') return false
      draft.discard()
      toastSuccess('Deleted.')
      return true
    },
  }
}
