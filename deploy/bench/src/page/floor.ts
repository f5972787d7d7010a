import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'

const compress = promisify(brotliCompress)

/** What somebody writes who has no script: a title, a few rules of style, the same words. */
export function floorPage(text: string): string {
  const paragraphs = text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => `<p>${escaped(line)}</p>`)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<title>Kla</title>
<style>body { margin: 1rem; background: #0e0a12; color: #fff; font: 1rem/1.5 sans-serif }</style>
</head>
<body>
${paragraphs.join('\n')}
</body>
</html>
`
}

/** Puts a page into a folder that is served, with its compressed form beside it. */
export async function writeFloor(webRoot: string, path: string, text: string): Promise<void> {
  const file = join(webRoot, path)
  const page = floorPage(text)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, page)
  await writeFile(`${file}.br`, await compress(page))
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

const escaped = (text: string): string => text.replaceAll(/[&<>]/g, (sign) => ENTITIES[sign] ?? sign)
