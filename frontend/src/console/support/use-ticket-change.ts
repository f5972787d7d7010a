import type { NoteCreation, TicketChange, TicketView } from '@kla/proto/web'
import { useDraft } from '../kit/drafts.js'
import { useUndo } from '../kit/undo.js'
import { type Outcome, useChange } from '../kit/versions.js'
import { useAddTicketNoteMutation, useUpdateTicketMutation } from './api.js'
import { changedFields, changeWords, inverseOf, NO_EDITS, type TicketEdits, ticketFields } from './ticket-change.js'

/** Unsent answer and the version it began on. */
export interface AnswerDraft {
  text: string
  on: number
}

const NO_ANSWER: AnswerDraft = { text: '', on: 0 }

/** Makes each change on the version its draft began on. */
export function useTicketChange(ticket: TicketView) {
  const { id } = ticket
  const thing = `ticket ${id}`
  const answer = useDraft<AnswerDraft>('ticket', id, 'answer', NO_ANSWER)
  const edits = useDraft<TicketEdits>('ticket', id, 'fields', NO_EDITS)
  const [update, { isLoading }] = useUpdateTicketMutation()
  const [addNote] = useAddTicketNoteMutation()
  const carryOut = useChange()
  const { push, follow } = useUndo()

  const advance = (from: number, to: number) => {
    follow(thing, from, to)
    answer.change((draft) => (draft.on === from ? { ...draft, on: to } : draft))
    edits.change((draft) => (draft.on === from ? { ...draft, on: to } : draft))
  }
  const send = async (change: TicketChange, version: number): Promise<Outcome<TicketView, TicketView>> => {
    const outcome = await carryOut({
      thing,
      name: `Ticket #${id}`,
      version,
      before: ticketFields(ticket),
      yours: changedFields(change),
      fieldsOf: ticketFields,
      send: async (on) => {
        const { data, error } = await update({ id, ...change, version: on })
        if (data) advance(on, data.ticket.version)
        return { data: data?.ticket, error }
      },
      failed: 'Update failed.',
    })
    if (outcome.kind === 'done') remember(change, outcome.answer, outcome.over ?? ticket)
    return outcome
  }
  const remember = (change: TicketChange, { version }: TicketView, before: TicketView) => {
    const inverse = inverseOf(before, change)
    if (inverse === null) return
    const undo = async (left: number) => {
      const { ticket: after } = await update({ id, ...inverse, version: left }).unwrap()
      advance(left, after.version)
      return after.version
    }
    push({ label: `Ticket #${id}: ${changeWords(before, change)}`, thing, version, undo })
  }

  return {
    busy: isLoading,
    answer: {
      ...answer,
      /** Forgets the answer unless more was typed while sending. */
      sentText: (text: string) => answer.change((draft) => (draft.text === text ? NO_ANSWER : draft)),
      type: (text: string) => answer.change(({ on }) => (text === '' ? NO_ANSWER : { text, on: on || ticket.version })),
    },
    edits,
    send,
    saveNote: async (note: NoteCreation) => {
      const saved = await addNote({ ticket: id, ...note })
      if (saved.data) advance(saved.data.ticket.version - 1, saved.data.ticket.version)
      return saved
    },
  }
}
