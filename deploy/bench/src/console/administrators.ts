import { randomBytes } from 'node:crypto'
import type { Who } from './case.js'

/** The first administrator, who also sees reports of child safety, and one made for this run who does not. */
export async function signInBoth(
  url: string,
  first: { readonly name: string; readonly password: string },
): Promise<Readonly<Record<Who, string>>> {
  const guardian = await signIn(url, first)
  const other = { name: `bench-${randomBytes(4).toString('hex')}`, password: randomBytes(18).toString('base64url') }
  await post(url, '/admin/administrators', { ...other, role: 'owner', child_safety: false }, guardian)
  const own = { name: other.name, password: randomBytes(18).toString('base64url') }
  const passwords = { current_password: other.password, new_password: own.password }
  await post(url, '/admin/password', passwords, await signIn(url, other))
  return { 'with child safety': guardian, without: await signIn(url, own) }
}

async function signIn(url: string, { name, password }: { name: string; password: string }): Promise<string> {
  const { token } = (await post(url, '/adminlogin', { username: name, password })) as { token: string }
  return token
}

async function post(url: string, path: string, body: object, token?: string): Promise<unknown> {
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      origin: url,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${response.status} from ${path}: ${await response.text()}`)
  return response.json()
}
