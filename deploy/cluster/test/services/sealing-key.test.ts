import { createPrivateKey, createPublicKey } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { expect, test } from '@jest/globals'
import { CHART } from '@kla/cluster'
import { parse } from 'yaml'

/** PKCS8 before the 32 bytes of an X25519 private key (RFC 8410). */
const PKCS8_HEAD = Buffer.from('302e020100300506032b656e04220420', 'hex')

const read = async (file: string): Promise<unknown> => parse(await readFile(`${CHART}/${file}`, 'utf8'))

test('the public key of values-dev.yaml belongs to the made-up key that opens stills', async () => {
  const { evidence } = (await read('values-dev.yaml')) as { evidence: { publicKey: string } }
  const secrets = (await read('files/dev/secrets.yaml')) as { evidence: { EVIDENCE_PRIVATE_KEYS: string } }
  const raw = Buffer.from(secrets.evidence.EVIDENCE_PRIVATE_KEYS, 'base64url')
  const key = createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, raw]), format: 'der', type: 'pkcs8' })
  expect(createPublicKey(key).export({ format: 'jwk' }).x).toBe(evidence.publicKey)
})
