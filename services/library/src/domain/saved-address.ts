import { mediaAddress, type AddressRules } from './media-address.js'

/** Longer ones are refused by the database as well. */
const LENGTH_MAX = 2_048

/**
 * An address as the library of a player keeps and compares it; undefined for one that is not shown here, and so is not
 * saved either.
 */
export function savedAddress(text: string, rules: AddressRules): string | undefined {
  const href = mediaAddress(text, rules)?.url.href
  return href === undefined || href.length > LENGTH_MAX ? undefined : href
}
