import type { ReactNode } from 'react'

/** Inside a message, or between the options of a plural or select. */
type Level = 'message' | 'options'

type Outer<Levels extends readonly Level[]> = Levels extends readonly [Level, ...infer Rest extends readonly Level[]]
  ? Rest
  : []

/** Arguments of an ICU message, by the braces from here on. `Levels` has the innermost first. */
type Braces<
  Message extends string,
  Levels extends readonly Level[],
  Found extends object,
> = Message extends `${infer Before}{${infer After}`
  ? Before extends `${string}}${string}`
    ? Message extends `${string}}${infer Rest}`
      ? Braces<Rest, Outer<Levels>, Found>
      : never
    : Levels[0] extends 'options'
      ? Braces<After, ['message', ...Levels], Found>
      : Argument<After, Levels, Found>
  : Found

type Argument<
  After extends string,
  Levels extends readonly Level[],
  Found extends object,
> = After extends `${infer Head}}${infer Rest}`
  ? Head extends `${infer Name}, plural,${string}`
    ? After extends `${Name}, plural,${infer Options}`
      ? Braces<Options, ['options', ...Levels], Found & Record<Name, number>>
      : never
    : Head extends `${infer Name}, select,${string}`
      ? After extends `${Name}, select,${infer Options}`
        ? Braces<Options, ['options', ...Levels], Found & Record<Name, string>>
        : never
      : Head extends `${infer Name}, number`
        ? Braces<Rest, Levels, Found & Record<Name, number>>
        : Braces<Rest, Levels, Found & Record<Head, string | number>>
  : never

type Tags<Message extends string, Found extends object> = Message extends `${string}</${infer Name}>${infer Rest}`
  ? Tags<Rest, Found & Record<Name, (content: ReactNode) => ReactNode>>
  : Found

/** Arguments that an ICU message needs: `{name}`, `{n, number}`, `{n, plural, …}`, `{kind, select, …}` and `<tag>…</tag>`. */
export type ArgumentsOf<Message extends string> = Tags<Message, Braces<Message, ['message'], object>>

/** A text, or a function of the arguments that its message needs. */
export type Text<Message extends string> = keyof ArgumentsOf<Message> extends never
  ? string
  : (values: ArgumentsOf<Message>) => Message extends `${string}</${string}` ? ReactNode : string
