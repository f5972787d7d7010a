/** What blocking does, for whoever is about to do it. */
export const blockEffect = (name: string): string =>
  `You and ${name} will not be matched again, and cannot join or watch each other's rooms. ${name} is not told.`

export const BLOCK_FAILED = 'That did not work, so nobody is blocked. Please try again.'
export const UNBLOCK_FAILED = 'That did not work. You can unblock people in your settings.'
