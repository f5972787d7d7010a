import { type MessageFormatElement, parse } from '@formatjs/icu-messageformat-parser'
import { IntlMessageFormat } from 'intl-messageformat'
import { createElement, Fragment, type ReactNode } from 'react'
import { TEXT_LANGUAGE } from '../format.js'
import type { Text } from './arguments.js'

type Catalogue<Messages> = {
  readonly [Key in keyof Messages]: Messages[Key] extends string ? Text<Messages[Key]> : never
}

/**
 * Declares texts as ICU messages, one literal each. The build compiles them and translates them to its language, so
 * that browsers load neither a parser nor other languages (vite.texts.ts).
 */
export const catalogue = <const Messages extends Readonly<Record<string, string>>>(
  messages: Messages,
): Catalogue<Messages> =>
  Object.fromEntries(
    Object.entries(messages).map(([key, message]) => [key, textOf(message)]),
  ) as unknown as Catalogue<Messages>

/** Browsers get compiled messages; only development and tests parse. */
function textOf(message: string | readonly MessageFormatElement[]): unknown {
  if (typeof message === 'string' && !HAS_ARGUMENTS.test(message)) return message
  let format: IntlMessageFormat | undefined
  const created = () =>
    new IntlMessageFormat(typeof message === 'string' ? parse(message) : [...message], TEXT_LANGUAGE)
  return (values: Record<string, never>) => asNode((format ??= created()).format<ReactNode>(values))
}

const HAS_ARGUMENTS = /[{<]/

const asNode = (formatted: ReactNode): ReactNode =>
  Array.isArray(formatted) ? createElement(Fragment, null, ...(formatted as ReactNode[])) : formatted
