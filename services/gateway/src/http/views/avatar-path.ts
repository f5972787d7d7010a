import type { PublicAccount } from '../public-accounts.js'

/** Where the picture of an account is on this site, if it has one. The key says nothing about whose it is. */
export const avatarPath = (person: Pick<PublicAccount, 'avatarKey'> | undefined): string | null =>
  person?.avatarKey ? `/api/avatars/${person.avatarKey}` : null
