import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Secrets of an installation, by name. */
export interface Secrets {
  take(name: string): string
  keyPair(name: string): { readonly privateKey: string; readonly publicKey: string }
  sealingKeys(name: string): SealingKeys
}

/** X25519 key pair: raw, base64url. */
export interface SealingKeys {
  readonly privateKey: string
  readonly publicKey: string
}

/** Keeps secrets in `file`, readable by its owner only. */
export function createSecrets(file: string): Secrets {
  const kept = read(file)
  const keep = (name: string, make: () => string): string => {
    const known = kept[name]
    if (known !== undefined) return known
    const made = (kept[name] = make())
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, JSON.stringify(kept, null, 2), { mode: 0o600 })
    return made
  }
  return {
    take: (name) => keep(name, () => randomBytes(24).toString('hex')),
    keyPair(name) {
      const both = keep(name, () =>
        JSON.stringify(
          generateKeyPairSync('ed25519', {
            privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
            publicKeyEncoding: { type: 'spki', format: 'pem' },
          }),
        ),
      )
      return JSON.parse(both) as { privateKey: string; publicKey: string }
    },
    sealingKeys(name) {
      const both = keep(name, () => {
        const { d: privateKey, x: publicKey } = generateKeyPairSync('x25519').privateKey.export({ format: 'jwk' })
        return JSON.stringify({ privateKey, publicKey })
      })
      return JSON.parse(both) as SealingKeys
    },
  }
}

function read(file: string): Record<string, string> {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
  } catch {
    return {}
  }
}
