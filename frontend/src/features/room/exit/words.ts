import type { WayOut } from '../state/room-slice.js'

export function outWords({ person, told, blocked }: Omit<WayOut, 'atMs'>, undone = false): string {
  if (!told)
    return `You are out already. We are still telling Kla${person ? `, so that ${person.username} cannot meet you again` : ''}…`
  if (person === null || undone) return 'No one sees or hears you.'
  if (!blocked) return `No one sees or hears you. You can block ${person.username} in your settings.`
  return `${person.username} cannot meet you again.`
}

export const STILLS_WORDS = {
  sending: 'The last 20 seconds are being sealed and sent…',
  sent: 'The last 20 seconds are with us, sealed. Only moderators can open them, and only two together.',
  waiting:
    'Your report is in. The pictures could not be sent yet: they are kept in this tab, and sent once you are online.',
  lost: 'Your report is in, and counts without the pictures: they could not be handed in any more.',
} as const
