import type { Standing } from './watching.js'

/** Everything but watching, and being about to. */
export type Outside = Exclude<Standing, { kind: 'asking' | 'watching' | 'rejoining' }>

const RULE = 'Spectators can watch only while both players allow it.'

/** Why there is nothing to see, as a title and a sentence. */
export function outWords(standing: Outside, judge: boolean): { title: string; text: string } {
  switch (standing.kind) {
    case 'refused':
      return { title: 'You cannot watch this', text: standing.text }
    case 'pass-spent':
      return {
        title: 'The connection was lost',
        text: 'A judge’s link opens once. Open a new one in the console to go on.',
      }
    case 'banned':
      return { title: 'This account is banned', text: 'Your bans and their reasons are in the settings.' }
    case 'out':
      // Reasons that are tokens are for programs; a sentence is for the person.
      return standing.reason.includes(' ')
        ? { title: 'Watching has ended', text: judge ? standing.reason : `${standing.reason} ${RULE}` }
        : { title: 'This tie is over', text: 'Its room was closed.' }
  }
}
