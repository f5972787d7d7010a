import { readdirSync, readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from '@jest/globals'
import ts from 'typescript'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** Files and folders with what players read. */
const PLACES = [
  'frontend/content',
  'frontend/index.html',
  'frontend/src',
  'proto/web/catalogue.ts',
  'proto/web/reasons.ts',
  'services/auth/src/login',
  'services/gateway/src/http/player/checkout-form.ts',
  'services/gateway/src/http/plugins/errors.ts',
  'services/gateway/src/http/plugins/refusal-page.ts',
  'services/gateway/src/shared/bans.ts',
  'services/gateway/src/ws/rooms/watchers.ts',
  'services/moderation/src/mails/rules/letter.ts',
  'deploy/local/src/stand-ins',
]
const CONSOLE = 'frontend/src/console/'

const filesIn = (place: string): string[] =>
  statSync(ROOT + place).isFile()
    ? [place]
    : readdirSync(ROOT + place, { recursive: true, encoding: 'utf8' }).map((name) => `${place}/${name}`)

/** Words that no native speaker would choose here, and what to write instead. */
const AVOIDED: readonly (readonly [RegExp, string])[] = [
  [/\b(?:some|any|every|no)body\b/i, 'someone, anyone, everyone, no one'],
  [/\bwhoever\b/i, 'anyone who, or "if you"'],
  [/\blest\b/i, 'so that ... not'],
  [/\bin (?:its|their|his|her) turn\b/i, 'nothing'],
  [/\bfor want of\b/i, 'without'],
  [/\bby lot\b/i, 'at random'],
  [/\bof one['’]s own\b/i, 'your own'],
  [/\bby itself\b/i, 'automatically'],
  [/\bwhich does not hold\b/i, 'fails'],
  [/\bas (?:it|they) should be\b/i, 'what is wrong'],
  [/\b(?:hand(?:s|ed|ing)?) in\b/i, 'submit, or add'],
  [/\b(?:tak(?:e|es|en|ing)|took) down\b/i, 'remove, or record'],
  [/\b(?:has|have|had|is|are) run out\b|\bran out\b/i, 'has expired, or none left'],
  [/\bgood for (?:\d+|an?|one|\$\{)/i, 'valid for'],
  [/\bcan(?:not|['’]t)? be had\b/i, 'find, or get'],
  [/\b(?:there is|there's|there’s) no such\b/i, "we can't find"],
  [/\bthe other (?:one|side|corner|player)\b/i, 'opponent'],
  [/\bsign(?:s|ed|ing)?[ -](?:in|out)\b|\blog-(?:in|out)\b/i, 'log in, log out'],
  [/\bpictures?\b/i, 'video, still or image'],
  [/\b(?:un)?veil(?:s|ed)?\b/i, 'blurred'],
]

/** Pictures that are no video: avatars, and what strangers ask for. */
const PICTURES = [/\bDiscord name and picture\b/i, /\bnames, addresses, accounts, pictures\b/, /^picture-in-picture$/]

interface Said {
  readonly file: string
  readonly line: number
  readonly text: string
}

const plain = (text: string) => text.replace(/\s+/g, ' ').trim()

/** Tokens of code are one word in lower case. */
const isText = (text: string) => /\s|^[A-Z]/.test(text)

function saidIn(file: string, code: string): Said[] {
  const source = ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true)
  const said: Said[] = []
  const add = (node: ts.Node, raw: string) => {
    const text = plain(raw)
    if (!isText(text)) return
    said.push({ file, line: source.getLineAndCharacterOfPosition(node.getStart()).line + 1, text })
  }
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeNode(node)) return
    if (ts.isJsxText(node) || ts.isStringLiteralLike(node)) add(node, node.text)
    if (ts.isTemplateExpression(node)) {
      add(
        node,
        node.templateSpans.reduce((text, { literal }) => `${text}\${}${literal.text}`, node.head.text),
      )
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return said
}

const linesOf = (file: string, content: string): Said[] =>
  content.split('\n').map((text, index) => ({ file, line: index + 1, text }))

const textsIn = (file: string): Said[] => {
  const content = readFileSync(ROOT + file, 'utf8')
  return /\.tsx?$/.test(file) ? saidIn(file, content) : linesOf(file, content)
}

const faultsOf = ({ file, line, text }: Said): string[] => {
  const judged = PICTURES.reduce((left, allowed) => left.replace(allowed, ''), text)
  return AVOIDED.flatMap(([pattern, instead]) => {
    const [found] = pattern.exec(judged) ?? []
    return found === undefined ? [] : [`${file}:${line} "${found}" (instead: ${instead}) in: ${text}`]
  })
}

describe('texts that players read', () => {
  const files = PLACES.flatMap(filesIn).filter((file) => /\.(?:tsx?|md|html)$/.test(file) && !file.startsWith(CONSOLE))

  test('contain none of the words to avoid', () => {
    expect(files.length).toBeGreaterThan(300)
    expect(files.flatMap(textsIn).flatMap(faultsOf)).toEqual([])
  })
})

describe('the search for words to avoid', () => {
  const faults = (code: string) => saidIn('a.tsx', code).flatMap(faultsOf)

  test.each([
    ['a text between tags', 'const a = <p>Somebody is\n here.</p>'],
    ['an attribute', 'const a = <img alt="Your picture" />'],
    ['a string', "const a = 'You are signed in.'"],
    ['a template', 'const a = `${name}’s picture`'],
    ['a template in a template', 'const a = `For ${one ? `the other one` : "you"}`'],
  ])('reads %s', (_name, code) => {
    expect(faults(code)).toHaveLength(1)
  })

  test.each([
    ['a name of code', "const a = wait('picture')"],
    ['a file', "import { a } from './the pictures.js'"],
    ['a type', "type A = 'sign in' | 'log in'"],
    ['a comment', '// Nobody reads this.'],
    ['an avatar', "const a = 'My Discord name and picture'"],
  ])('skips %s', (_name, code) => {
    expect(faults(code)).toEqual([])
  })
})
