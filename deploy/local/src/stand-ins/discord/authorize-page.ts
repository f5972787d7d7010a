import type { AuthorizeQuery } from './authorize-query.js'
import { NAME_MAX } from './persona.js'
import { STYLE } from './authorize-page-style.js'

const PEOPLE = ['Robin', 'Sasha', 'Mika', 'Noor'] as const

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
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

/** The page on which somebody chooses whom to sign in as. */
export function authorizePage(query: AuthorizeQuery): string {
  const form = `<form method="get" action="/oauth2/authorize">${hidden(query)}`
  const people = PEOPLE.map((name) => `<li><button name="persona" value="${name}">${avatar(name)}${name}</button></li>`)
  return page(
    'Sign in',
    `<h1>Who is signing in?</h1>
<p>Kla asks for a name, an e-mail address and a list of servers. Everybody here is made up.</p>
${form}<ul>${people.join('')}</ul></form>
${form}
<label for="name">Somebody else</label>
<div class="row"><input id="name" name="persona" required maxlength="${NAME_MAX}" autocomplete="off" aria-describedby="hint">
<button class="primary">Sign in</button></div>
<p id="hint" class="hint">Any name works. The same name is always the same account.</p>
</form>
${form}<button class="quiet" name="cancel" value="1">Cancel</button></form>`,
  )
}

/** What somebody sees whose request cannot be answered. */
export const problemPage = (problem: string): string =>
  page('That does not work', `<h1>That does not work</h1><p role="alert">${escape(problem)}</p>`)

const avatar = (name: string): string => `<span class="avatar" aria-hidden="true">${name.slice(0, 1)}</span>`

function hidden({ persona: _persona, cancel: _cancel, ...request }: AuthorizeQuery): string {
  return Object.entries(request)
    .map(([name, value]) => `<input type="hidden" name="${escape(name)}" value="${escape(String(value))}">`)
    .join('')
}
