const LENGTH_MIN = 12
const LENGTH_MAX = 200

// What everybody tries first. The administrator's own name is added to these.
const KNOWN = [
  'kla', 'admin', 'administrator', 'root', 'owner', 'moderator', 'user', 'login', 'welcome', 'password', 'passwort',
  'secret', 'letmein', 'changeme', 'change', 'me', 'qwerty', 'qwertyuiop', 'asdfghjkl', 'iloveyou', 'test', 'example',
] // prettier-ignore

const DISTINCT_MIN = 5

/** A password as it is hashed: two ways to write the same letter are one. */
export const normalPassword = (password: string): string => password.normalize('NFKC')

/** Whether a password is no good for the administrator of this name: too short, too long, or of words that all know. */
export function isWeakPassword(password: string, name: string): boolean {
  const characters = [...normalPassword(password)]
  if (characters.length < LENGTH_MIN || characters.length > LENGTH_MAX) return true
  if (new Set(characters).size < DISTINCT_MIN) return true
  return isMadeOf([name, ...KNOWN].map(lettersOf), lettersOf(characters.join('')))
}

const lettersOf = (text: string): string => text.toLowerCase().replace(/[^\p{L}]/gu, '')

/** Whether a text is nothing but words of a list, one after another. */
function isMadeOf(words: readonly string[], text: string): boolean {
  const reachable = [true]
  for (let end = 1; end <= text.length; end += 1) {
    reachable[end] = words.some((word) => word !== '' && reachable[end - word.length] === true && text.endsWith(word, end))
  }
  return reachable[text.length] === true
}
