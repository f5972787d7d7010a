import { crc32, deflateSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'

/** `GET /avatars/<id>/<hash>.png` in the hash's colours. */
export function avatars(app: FastifyInstance): void {
  app.get<{ Params: { id: string; file: string } }>('/avatars/:id/:file', async (request, reply) => {
    const hash = /^([0-9a-f]{32})\.(png|webp|gif|jpg)$/.exec(request.params.file)?.[1]
    if (hash === undefined || !/^\d{17,19}$/.test(request.params.id)) return reply.code(404).send()
    return reply
      .header('cache-control', 'public, max-age=86400')
      .header('cross-origin-resource-policy', 'cross-origin')
      .type('image/png')
      .send(pictureOf(hash))
  })
}

const SIZE = 128
const RADIUS = 44
type Colour = readonly [number, number, number]

function pictureOf(hash: string): Buffer {
  const hue = Number.parseInt(hash.slice(0, 4), 16) % 360
  const turn = ((Number.parseInt(hash.slice(4, 8), 16) % 360) * Math.PI) / 180
  const palette = [rgb(hue, 0.38, 0.24), rgb((hue + 40) % 360, 0.62, 0.62)] as const
  const rows = Array.from({ length: SIZE }, (_, y) => {
    const row = Buffer.alloc(1 + SIZE)
    for (let x = 0; x < SIZE; x++) {
      const [right, down] = [x + 0.5 - SIZE / 2, y + 0.5 - SIZE / 2]
      const across = right * Math.cos(turn) + down * Math.sin(turn)
      row[1 + x] = across > 0 && Math.hypot(right, down) < RADIUS ? 1 : 0
    }
    return row
  })
  return png(palette, Buffer.concat(rows))
}

function png(palette: readonly Colour[], rows: Buffer): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(SIZE, 0)
  header.writeUInt32BE(SIZE, 4)
  header.set([8, 3], 8)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flat())),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const whole = Buffer.alloc(content.length + 8)
  whole.writeUInt32BE(data.length, 0)
  content.copy(whole, 4)
  whole.writeUInt32BE(crc32(content), content.length + 4)
  return whole
}

function rgb(hue: number, saturation: number, lightness: number): Colour {
  const part = (offset: number): number => {
    const k = (offset + hue / 30) % 12
    const value = lightness - saturation * Math.min(lightness, 1 - lightness) * Math.max(-1, Math.min(k - 3, 9 - k, 1))
    return Math.round(255 * value)
  }
  return [part(0), part(8), part(4)]
}
