import type { FastifyInstance } from 'fastify'
import { authorizePage, problemPage } from './authorize-page.js'
import type { AuthorizeQuery } from './authorize-query.js'
import type { Grants } from './grants.js'
import { personaOf } from './persona.js'

/** `GET /oauth2/authorize`: the page to sign in on; with `persona` it sends the browser back at once. */
export function authorize(app: FastifyInstance, options: { clientId: string; grants: Grants }): void {
  app.get<{ Querystring: AuthorizeQuery }>('/oauth2/authorize', async (request, reply) => {
    const { query } = request
    // A request that cannot be trusted gets its answer here and not at the address that it names.
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
    return back({ code: options.grants.issueCode({
      ...{ persona, scopes, redirectUri: query.redirect_uri ?? '', challenge: query.code_challenge ?? '' },
    }) })
  })
}

function problemOf(query: AuthorizeQuery, clientId: string): string | undefined {
  if (query.client_id !== clientId) return 'This application is not known here (client_id).'
  if (query.response_type !== 'code') return 'Only the response type "code" is given here (response_type).'
  if (query.code_challenge_method !== 'S256' || !/^[\w-]{43}$/.test(query.code_challenge ?? '')) {
    return 'A code is only given for a challenge by S256 here (code_challenge).'
  }
  const address = query.redirect_uri ?? ''
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol)) {
    return 'There is no web address to go back to (redirect_uri).'
  }
  return undefined
}
