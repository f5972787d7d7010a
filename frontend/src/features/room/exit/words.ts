import type { PanicExitState } from '../state/room-slice.js'

export function exitWords({ person, confirmed, blocked }: Omit<PanicExitState, 'atMs'>, undone = false): string {
  if (!confirmed)
    return `You're already out. We're still letting Kla know${person ? ` so that you won't be matched with ${person.username} again` : ''}…`
  if (person === null || undone) return 'No one sees or hears you.'
  if (!blocked) return `No one sees or hears you. You can block ${person.username} in your settings.`
  return `You won't be matched with ${person.username} again.`
}

export const STILLS_WORDS = {
  sending: 'Encrypting and sending the last 20 seconds…',
  sent: 'We have the last 20 seconds, encrypted. Only two moderators together can open them.',
  waiting: "Your report is in. We couldn't send the stills yet. This tab keeps them and sends them when you're online.",
  lost: 'Your report is in, without the stills: it was too late to add them.',
} as const
