import type { FastifyInstance } from 'fastify'
import { NAME_MAX, personaOf } from './persona.js'
import type { Grants } from './token.js'

const STYLE = `
:root { color-scheme: dark; font: 16px/1.5 system-ui, sans-serif; background: #17141c; color: #f1edf4 }
* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 16px }
main { width: 100%; max-width: 400px; background: #221d29; border: 1px solid #3b3345; border-radius: 12px; padding: 24px }
h1 { font-size: 24px; line-height: 1.25; margin: 0 0 8px }
p { margin: 0 0 16px; color: #cbc3d3 }
.note { font-size: 14px; margin-bottom: 8px; color: #a9b4f5 }
.hint { font-size: 14px; margin: 8px 0 16px }
ul { list-style: none; margin: 0 0 24px; padding: 0; display: grid; gap: 8px }
label { display: block; margin-bottom: 4px }
button, input { font: inherit; min-height: 48px; border-radius: 8px; border: 1px solid #85799a; color: inherit }
button { background: #2e2737; cursor: pointer; padding: 8px 16px }
button:hover { background: #3b3247 }
button:focus-visible, input:focus-visible { outline: 3px solid #a9b4f5; outline-offset: 2px }
li button { width: 100%; display: flex; align-items: center; gap: 12px; text-align: left; padding: 8px 12px }
.avatar { display: grid; place-items: center; width: 32px; height: 32px; border-radius: 50%; background: #5661c9; color: #fff }
.row { display: flex; gap: 8px }
input { flex: 1; min-width: 0; background: #17141c; padding: 8px 12px }
.primary { background: #5661c9; border-color: #5661c9; color: #fff }
.primary:hover { background: #6570d6 }
.quiet { width: 100%; background: none; border-color: transparent; color: #cbc3d3 }
`

const SUGGESTED_NAMES = ['Robin', 'Sasha', 'Mika', 'Noor'] as const

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')

const page = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body><main>
<p class="note">Local stand-in for Discord</p>
${body}
</main></body>
</html>`

function authorizePage(query: AuthorizeQuery): string {
  const form = `<form method="get" action="/oauth2/authorize">${hidden(query)}`
  const personas = SUGGESTED_NAMES.map(
    (name) => `<li><button name="persona" value="${name}">${avatar(name)}${name}</button></li>`,
  )
  return page(
    'Log in',
    `<h1>Who's logging in?</h1>
<p>Kla asks for a name, an e-mail address and a list of servers. Everyone here is made up.</p>
${form}<ul>${personas.join('')}</ul></form>
${form}
<label for="name">Someone else</label>
<div class="row"><input id="name" name="persona" required maxlength="${NAME_MAX}" autocomplete="off" aria-describedby="hint">
<button class="primary">Log in</button></div>
<p id="hint" class="hint">Any name works. The same name is always the same account.</p>
</form>
${form}<button class="quiet" name="cancel" value="1">Cancel</button></form>`,
  )
}

const problemPage = (problem: string): string =>
  page("That didn't work", `<h1>That didn't work</h1><p role="alert">${escape(problem)}</p>`)

const avatar = (name: string): string => `<span class="avatar" aria-hidden="true">${name.slice(0, 1)}</span>`

function hidden({ persona: _persona, cancel: _cancel, ...request }: AuthorizeQuery): string {
  return Object.entries(request)
    .map(([name, value]) => `<input type="hidden" name="${escape(name)}" value="${escape(String(value))}">`)
    .join('')
}

export function authorize(app: FastifyInstance, options: { clientId: string; grants: Grants }): void {
  app.get<{ Querystring: AuthorizeQuery }>('/oauth2/authorize', async (request, reply) => {
    const { query } = request
    const problem = problemOf(query, options.clientId)
    if (problem !== undefined) return reply.code(400).type('text/html').send(problemPage(problem))

    const back = (parameters: Record<string, string>) => {
      const address = new URL(query.redirect_uri ?? '')
      for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value)
      if (query.state !== undefined) address.searchParams.set('state', query.state)
      return reply.redirect(address.href)
    }

    if (query.cancel !== undefined) {
      return back({
        error: 'access_denied',
        error_description: 'The resource owner or authorization server denied the request',
      })
    }
    const persona = query.persona === undefined ? undefined : personaOf(query.persona)
    if (!persona) return reply.type('text/html').send(authorizePage(query))
    const scopes = (query.scope ?? '').split(' ').filter((scope) => scope !== '')
    return back({
      code: options.grants.issueCode({
        persona,
        scopes,
        redirectUri: query.redirect_uri ?? '',
        challenge: query.code_challenge ?? '',
      }),
    })
  })
}

function problemOf(query: AuthorizeQuery, clientId: string): string | undefined {
  if (query.client_id !== clientId) return "We don't know this application (client_id)."
  if (query.response_type !== 'code') return 'Only the response type "code" works here (response_type).'
  if (query.code_challenge_method !== 'S256' || !/^[\w-]{43}$/.test(query.code_challenge ?? '')) {
    return 'A code needs an S256 challenge here (code_challenge).'
  }
  const address = query.redirect_uri ?? ''
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol)) {
    return 'The address to return to is missing (redirect_uri).'
  }
  return undefined
}

interface AuthorizeQuery {
  readonly client_id?: string
  readonly redirect_uri?: string
  readonly response_type?: string
  readonly scope?: string
  readonly state?: string
  readonly code_challenge?: string
  readonly code_challenge_method?: string
  readonly persona?: string
  readonly cancel?: string
}
