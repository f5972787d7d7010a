import type { Variable } from '@kla/chassis'
import { createPrivateKey } from 'node:crypto'
import { administratorName } from './domain/administrator.js'
import { AGE_METHODS, type AgeMethod, type AgePolicy } from './domain/age-policy.js'

const withFallback = <T>(variable: Variable<T>, fallback: [] | [T]): Variable<T> =>
  fallback.length === 0 ? variable : { ...variable, fallback: fallback[0] }

/** An http or https address; a slash at the end is dropped. */
export const baseUrl = (about: string, ...fallback: [] | [string]): Variable<string> =>
  withFallback(
    {
      about,
      parse: (value) => {
        if (!/^https?:$/.test(URL.canParse(value) ? new URL(value).protocol : '')) throw new Error('is no web address')
        return value.replace(/\/+$/, '')
      },
    },
    fallback,
  )

/** An Ed25519 key; line ends may be written as \n, as they are in env files. */
export const ed25519PrivateKey = (about: string): Variable<string> => ({
  about,
  secret: true,
  parse: (value) => {
    const pem = value.replaceAll('\\n', '\n')
    if (keyType(pem) !== 'ed25519') throw new Error('is no Ed25519 private key in PEM')
    return pem
  },
})

/** Pairs of a jurisdiction, or * for all others, and a method. */
export const agePolicy = (about: string, ...fallback: [] | [AgePolicy]): Variable<AgePolicy> =>
  withFallback({ about, parse: (value) => Object.fromEntries(value.split(',').map(policyEntry)) }, fallback)

/** A name that an administrator may have. */
export const administratorNameVariable = (about: string, fallback: string): Variable<string> => ({
  about,
  fallback,
  parse: (value) => {
    const name = administratorName(value)
    if (name === undefined) throw new Error('is not of 2 to 40 letters, digits, dots, dashes and underscores')
    return name
  },
})

/** Any password, or nothing. Whether it is a good one is for whoever runs the installation: a weak one is warned of. */
export const givenPassword = (about: string): Variable<string | undefined> => ({
  about,
  fallback: undefined,
  secret: true,
  parse: (value) => value,
})

/** Keys for AES-256, separated by commas, the newest first. */
export const encryptionKeys = (about: string): Variable<readonly [Buffer, ...Buffer[]]> => ({
  about,
  secret: true,
  parse: (value) => {
    const [newest = '', ...older] = value.split(',').map((part) => part.trim())
    return [encryptionKey(newest), ...older.map(encryptionKey)]
  },
})

function encryptionKey(value: string): Buffer {
  const key = Buffer.from(value, 'base64')
  if (key.length !== 32 || key.toString('base64') !== value) throw new Error('is not 32 bytes in base64')
  return key
}

function policyEntry(pair: string): [string, AgeMethod] {
  const [jurisdiction = '', method = ''] = pair.split('=').map((part) => part.trim())
  const known = AGE_METHODS.find((candidate) => candidate === method)
  if (jurisdiction === '' || known === undefined) {
    throw new Error(`is not made of pairs such as GB=document, with one of ${AGE_METHODS.join(', ')}`)
  }
  return [jurisdiction, known]
}

function keyType(pem: string): string | undefined {
  try {
    return createPrivateKey(pem).asymmetricKeyType
  } catch {
    return undefined
  }
}
