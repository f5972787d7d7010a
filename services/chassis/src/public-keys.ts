const PEM_BLOCK = /-----BEGIN PUBLIC KEY-----[^-]+-----END PUBLIC KEY-----/g

/** Restores the line ends of a PEM in one line. */
export const unescaped = (pem: string): string => pem.replaceAll('\\n', '\n')

/** Splits public keys (SPKI, PEM; line ends may be `\n`). */
export const publicKeysIn = (pems: string): readonly string[] => unescaped(pems).match(PEM_BLOCK) ?? []
