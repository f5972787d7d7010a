import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from '@jest/globals'
import ts from 'typescript'
import { parseAst } from 'vite'
import { compileCatalogues, compileMessage, pseudo } from '../../vite.texts.js'

const SRC = fileURLToPath(new URL('../../src/', import.meta.url))
/** Folders of the players' pages. The console has no catalogue. */
const FOLDERS = ['app', 'entities', 'features', 'shared']
const SPOKEN = new Set(['aria-label', 'alt', 'hint', 'label', 'placeholder', 'title'])

const compiled = (code: string, translate = pseudo) =>
  compileCatalogues(code, parseAst(code) as unknown as Parameters<typeof compileCatalogues>[1], translate)

describe('compileMessage', () => {
  test('leaves a text without arguments as it is', () => {
    expect(compileMessage("You're in")).toBe("You're in")
  })

  test.each(['{count, plural, one {#}}', '{name', '<b>open', "a quoted '{'brace"])('throws for %s', (message) => {
    expect(() => compileMessage(message)).toThrow()
  })

  test('lengthens and marks a text in the pseudo language, and spares its arguments', () => {
    expect(compileMessage('Join a room', pseudo)).toBe('⟦Jóíñ á róóm····⟧')
    const text = JSON.stringify(compileMessage('{n, plural, one {# room} other {# rooms}} of <b>{owner}</b>', pseudo))
    expect(text).toContain('óóm')
    expect(text).toContain('"owner"')
  })
})

describe('compileCatalogues', () => {
  test('compiles only the messages', () => {
    const code = "const A = catalogue({ one: 'One', two: 'Hi {name}' }); const b = 'One'"
    const result = compiled(code)
    expect(result).toContain("const b = 'One'")
    expect(result).toContain('one: "⟦Óñé··⟧"')
    expect(result).not.toContain('Hi {name}')
  })

  test('refuses a message that is put together', () => {
    expect(() => compiled("catalogue({ one: 'a' + b })")).toThrow('no literal')
  })
})

const filesIn = (folder: string) =>
  readdirSync(SRC + folder, { recursive: true, encoding: 'utf8' }).flatMap((name) =>
    /\.tsx?$/.test(name) ? [`${folder}/${name}`] : [],
  )

/** Texts in elements and in attributes that people read. */
function textsOutside(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(SRC + file, 'utf8'), ts.ScriptTarget.Latest, true)
  const found: string[] = []
  /** Excludes the paths of drawings. */
  const isWords = (text: string) => /\p{L}{2}/u.test(text) && !/^M\d/.test(text)
  const isRead = (node: ts.Node): boolean => {
    for (let at = node.parent; !ts.isSourceFile(at); at = at.parent) {
      if (ts.isJsxAttribute(at)) return SPOKEN.has(at.name.getText())
      if (ts.isJsxElement(at)) return true
      if (ts.isCallExpression(at) || ts.isFunctionLike(at)) return false
      if (ts.isBinaryExpression(at) && /^[!=]==?$/.test(at.operatorToken.getText())) return false
    }
    return false
  }
  /** Log lines and errors are for developers. */
  const isInternal = (node: ts.Node): boolean =>
    (ts.isCallExpression(node) || ts.isNewExpression(node)) &&
    /^(console\.\w+|super|\w*Error|DOMException)$/.test(node.expression.getText())
  const visit = (node: ts.Node): void => {
    if (isInternal(node)) return
    const literal = ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) || ts.isTemplateHead(node)
    if (ts.isJsxText(node) && isWords(node.text)) found.push(`${file}: ${node.text.trim()}`)
    if (literal && isWords(node.text) && (/\w+ \w+/.test(node.text) || isRead(node)))
      found.push(`${file}: ${node.text}`)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

test.each(FOLDERS.flatMap(filesIn))('%s has its texts in the catalogue', (file) => {
  expect(textsOutside(file)).toEqual([])
})

function countMessages(file: string, text: string): number {
  let count = 0
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAssignment(node)) count += 1
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true))
  return count
}

test.each(readdirSync(`${SRC}texts`))('texts/%s has every message in the pseudo language', (name) => {
  const text = readFileSync(`${SRC}texts/${name}`, 'utf8')
  const { outputText } = ts.transpileModule(text, { compilerOptions: { target: ts.ScriptTarget.ES2022 } })
  expect(countMessages(name, text)).toBeGreaterThan(0)
  expect(compiled(outputText).match(/⟦/g)).toHaveLength(countMessages(name, text))
})
