import { EXIT_PAGE } from '../../../texts/room-exit.js'
import type { PanicExitState } from '../state/room-slice.js'

export function exitWords(
  { person, confirmed, blocked }: Pick<PanicExitState, 'person' | 'confirmed' | 'blocked'>,
  undone = false,
): string {
  const name = person?.username
  if (!confirmed) return name === undefined ? EXIT_PAGE.tellingKla : EXIT_PAGE.tellingKlaAbout({ name })
  if (name === undefined || undone) return EXIT_PAGE.unseen
  return blocked ? EXIT_PAGE.blocked({ name }) : EXIT_PAGE.notBlocked({ name })
}
