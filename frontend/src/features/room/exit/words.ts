import type { PanicExitState } from '../state/room-slice.js'

export function exitWords({ person, confirmed, blocked }: Omit<PanicExitState, 'atMs'>, undone = false): string {
  if (!confirmed)
    return `You're already out. We're still letting Kla know${person ? `, so that ${person.username} can't meet you again` : ''}…`
  if (person === null || undone) return 'No one sees or hears you.'
  if (!blocked) return `No one sees or hears you. You can block ${person.username} in your settings.`
  return `${person.username} can't meet you again.`
}

export const STILLS_WORDS = {
  sending: 'The last 20 seconds are being sealed and sent…',
  sent: 'The last 20 seconds are with us, sealed. Only moderators can open them, and only two together.',
  waiting: "Your report is in. We couldn't send the stills yet. This tab keeps them and sends them when you're online.",
  lost: 'Your report is in, without the stills: it was too late to add them.',
} as const
