import { type MessageFormatElement, parse } from '@formatjs/icu-messageformat-parser'
import type { ReactNode } from 'react'
import type { Text } from './arguments.js'
import { formatMessage } from './format-message.js'

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
  let elements: readonly MessageFormatElement[] | undefined
  return (values: Readonly<Record<string, unknown>>): ReactNode =>
    formatMessage((elements ??= typeof message === 'string' ? parse(message) : message), values)
}

const HAS_ARGUMENTS = /[{<]/
