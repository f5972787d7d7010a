import { type MessageFormatElement, TYPE } from '@formatjs/icu-messageformat-parser'
import { createElement, Fragment, type ReactNode } from 'react'
import { formatNumber, TEXT_LANGUAGE } from '../format.js'

type Values = Readonly<Record<string, unknown>>

let plurals: Intl.PluralRules | undefined

/**
 * Formats a compiled message to a string, or to a fragment if a tag makes elements. `count` is what `#` stands for.
 * Throws if an argument is missing or of another kind. Weighs 1.4 KB less than intl-messageformat, which also formats
 * dates.
 */
export function formatMessage(elements: readonly MessageFormatElement[], values: Values, count = 0): ReactNode {
  const parts = elements.map((element) => partOf(element, values, count))
  return parts.every((part) => typeof part === 'string') ? parts.join('') : createElement(Fragment, null, ...parts)
}

function partOf(element: MessageFormatElement, values: Values, count: number): ReactNode {
  if (element.type === TYPE.literal) return element.value
  if (element.type === TYPE.pound) return formatNumber(count)
  const value = values[element.value]
  if (value === undefined) throw new Error(`a text lacks its argument ${element.value}`)
  switch (element.type) {
    case TYPE.argument:
      return String(value as string | number)
    case TYPE.number:
      return formatNumber(Number(value))
    case TYPE.select: {
      const { options } = element
      return formatMessage((options[String(value as string | number)] ?? options['other'])?.value ?? [], values, count)
    }
    case TYPE.plural: {
      const { options, offset } = element
      const counted = Number(value) - offset
      plurals ??= new Intl.PluralRules(TEXT_LANGUAGE)
      const option = options[`=${Number(value)}`] ?? options[plurals.select(counted)] ?? options['other']
      return formatMessage(option?.value ?? [], values, counted)
    }
    case TYPE.tag:
      return (value as (content: ReactNode) => ReactNode)(formatMessage(element.children, values, count))
    default:
      throw new Error(`a text has an argument of an unknown kind: ${element.value}`)
  }
}
