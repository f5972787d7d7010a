import type { FastifyInstance } from 'fastify'

/** `GET /avatars/<id>/<hash>.png`, as on the provider's content network: a disc in colours of the hash. */
export function avatars(app: FastifyInstance): void {
  app.get<{ Params: { id: string; file: string } }>('/avatars/:id/:file', async (request, reply) => {
    const hash = /^([0-9a-f]{32})\.(png|webp|gif|jpg)$/.exec(request.params.file)?.[1]
    if (hash === undefined || !/^\d{17,19}$/.test(request.params.id)) return reply.code(404).send()
    // Browsers go by the type and not by the ending.
    return reply
      .header('cache-control', 'public, max-age=86400')
      .header('cross-origin-resource-policy', 'cross-origin')
      .type('image/svg+xml')
      .send(pictureOf(hash))
  })
}

function pictureOf(hash: string): string {
  const hue = Number.parseInt(hash.slice(0, 4), 16) % 360
  const turn = Number.parseInt(hash.slice(4, 8), 16) % 360
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 128 128" width="128" height="128">
<rect width="128" height="128" fill="hsl(${hue} 38% 24%)"/>
<g transform="rotate(${turn} 64 64)" fill="hsl(${(hue + 40) % 360} 62% 62%)">
<path d="M64 20a44 44 0 0 1 0 88z"/><circle cx="44" cy="64" r="12"/></g></svg>`
}
