import {
  TICKET_CATEGORIES,
  TICKET_MESSAGE_MAX,
  TICKET_PRIORITIES,
  type TicketCategory,
  type TicketPriority,
} from '@kla/proto/web'
import { isOneOf, plainText } from '../plain-text.js'
import { isRefused, type Refused } from '../refusal.js'

/** What an administrator wants of a ticket. What is not given stays as it is. */
export interface TicketChange {
  readonly resolved?: boolean
  /** Takes the place of the message. */
  readonly message?: string
  /** With `append` one more note, without it in the place of all; then an empty one leaves none. */
  readonly note?: { readonly text: string; readonly append: boolean }
  /** For the player to read; never taken back. */
  readonly answer?: string
  readonly category?: TicketCategory
  readonly priority?: TicketPriority
}

/** The change as it comes, where nothing was checked. */
export interface WantedChange {
  readonly resolved?: boolean | undefined
  readonly message?: string | undefined
  readonly note?: string | undefined
  readonly append: boolean
  readonly answer?: string | undefined
  readonly category?: string | undefined
  readonly priority?: string | undefined
}

/** Reads a change, or says that something in it is not as it should be. */
export function readChange({ resolved, append, category, priority, ...texts }: WantedChange): TicketChange | Refused {
  const message = optionalText(texts.message)
  const note = optionalText(texts.note)
  const answer = optionalText(texts.answer)
  if (isRefused(message) || isRefused(note) || isRefused(answer)) return INVALID
  // A message or an answer that says nothing would be no change for the better.
  if (message.text === '' || answer.text === '') return INVALID
  if (category !== undefined && !isOneOf(TICKET_CATEGORIES, category)) return INVALID
  if (priority !== undefined && !isOneOf(TICKET_PRIORITIES, priority)) return INVALID
  const nothing = note.text === '' && append
  return {
    ...(resolved === undefined ? {} : { resolved }),
    ...(message.text === undefined ? {} : { message: message.text }),
    ...(note.text === undefined || nothing ? {} : { note: { text: note.text, append } }),
    ...(answer.text === undefined ? {} : { answer: answer.text }),
    ...(category === undefined ? {} : { category }),
    ...(priority === undefined ? {} : { priority }),
  }
}

const INVALID: Refused = { refused: 'INVALID_FIELD' }

function optionalText(given: string | undefined): { readonly text: string | undefined } | Refused {
  if (given === undefined) return { text: undefined }
  const text = plainText(given, TICKET_MESSAGE_MAX)
  return isRefused(text) ? text : { text }
}
