import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import type { Plugin } from 'vite'

type Translate = (elements: readonly MessageFormatElement[]) => readonly MessageFormatElement[]

const asWritten: Translate = (elements) => elements

const ACCENTS: Readonly<Record<string, string>> = {
  a: 'á',
  c: 'ç',
  e: 'é',
  i: 'í',
  n: 'ñ',
  o: 'ó',
  s: 'š',
  u: 'ú',
  y: 'ý',
  z: 'ž',
}

/** Letters that the pseudo language replaces, in lower case. */
export const REPLACED = Object.keys(ACCENTS).join('')

/** Other languages need up to 40% more room. */
const LONGER_BY = 0.4

const accented = (text: string): string =>
  text.replace(/[a-z]/gi, (letter) => {
    const accent = ACCENTS[letter.toLowerCase()]
    if (accent === undefined) return letter
    return letter === letter.toLowerCase() ? accent : accent.toUpperCase()
  })

const filler = (text: string): string => '·'.repeat(Math.ceil(text.replace(/[^a-z]/gi, '').length * LONGER_BY))

/** Translates to the pseudo language, which marks where each text begins and ends. */
export const pseudo: Translate = (elements) => [literal('⟦'), ...elements.map(pseudoElement), literal('⟧')]

const literal = (value: string): MessageFormatElement => ({ type: TYPE.literal, value })

function pseudoElement(element: MessageFormatElement): MessageFormatElement {
  switch (element.type) {
    case TYPE.literal:
      return literal(accented(element.value) + filler(element.value))
    case TYPE.plural:
    case TYPE.select: {
      const options = Object.entries(element.options).map(
        ([name, { value }]) => [name, { value: value.map(pseudoElement) }] as const,
      )
      return { ...element, options: Object.fromEntries(options) }
    }
    case TYPE.tag:
      return { ...element, children: element.children.map(pseudoElement) }
    default:
      return element
  }
}

const LANGUAGES: Readonly<Record<string, Translate>> = { en: asWritten, pseudo }

/** Joins adjacent literals, so that a message without arguments stays one. */
const joined = (elements: readonly MessageFormatElement[]): MessageFormatElement[] =>
  elements.reduce<MessageFormatElement[]>((all, element) => {
    const last = all.at(-1)
    if (last?.type !== TYPE.literal || element.type !== TYPE.literal) return [...all, element]
    return [...all.slice(0, -1), literal(last.value + element.value)]
  }, [])

/** Compiles one ICU message to a string, or to elements if it takes arguments. Throws where the message is invalid. */
export function compileMessage(message: string, translate: Translate = asWritten) {
  const elements = joined(translate(parse(message)))
  const [first, ...others] = elements
  if (first?.type !== TYPE.literal || others.length > 0) return elements
  if (/[{<]/.test(first.value)) throw new Error(`a text with a brace or bracket would be parsed again: ${message}`)
  return first.value
}

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [key: string]: unknown
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

function* nodesIn(node: Node): Generator<Node> {
  yield node
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) yield* nodesIn(child)
  }
}

const isCatalogue = ({ type, callee }: Node): boolean =>
  type === 'CallExpression' && isNode(callee) && callee.type === 'Identifier' && callee['name'] === 'catalogue'

/** Compiles the literals of every `catalogue({ … })` in a module. */
export function compileCatalogues(code: string, program: Node, translate: Translate): string {
  const compiled: { start: number; end: number; text: string }[] = []
  for (const call of nodesIn(program)) {
    if (!isCatalogue(call)) continue
    const [messages] = call['arguments'] as readonly Node[]
    for (const property of (messages?.['properties'] ?? []) as readonly Node[]) {
      const { start, end, value } = property['value'] as Node
      if (typeof value !== 'string') throw new Error(`a message is no literal: ${code.slice(property.start, end)}`)
      compiled.push({ start, end, text: JSON.stringify(compileMessage(value, translate)) })
    }
  }
  let [result, from] = ['', 0]
  for (const { start, end, text } of compiled) {
    result += code.slice(from, start) + text
    from = end
  }
  return result + code.slice(from)
}

/** Compiles the catalogues in `src/texts/` to the language in `TEXTS` (`en` by default, `pseudo` for tests). */
export function textsPlugin(language = process.env['TEXTS'] ?? 'en'): Plugin {
  const translate = LANGUAGES[language]
  if (!translate) throw new Error(`TEXTS is ${language}, but must be one of ${Object.keys(LANGUAGES).join(', ')}`)
  return {
    name: 'texts',
    config: () => ({
      resolve: {
        alias: [
          {
            find: /^@formatjs\/icu-messageformat-parser$/,
            replacement: '@formatjs/icu-messageformat-parser/no-parser.js',
          },
        ],
      },
    }),
    transform: {
      filter: { id: /\/src\/texts\/[\w-]+\.ts$/ },
      handler(code) {
        try {
          return { code: compileCatalogues(code, this.parse(code) as unknown as Node, translate), map: null }
        } catch (error) {
          return this.error(error as Error)
        }
      },
    },
  }
}
