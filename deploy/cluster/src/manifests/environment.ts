import type { Container, EnvironmentVariable } from './types.js'

/** One variable of a container, wherever it comes from. */
export interface Variable {
  readonly name: string
  /** Undefined when a Secret or the pod's own fields hold it. */
  readonly value: string | undefined
  readonly secret: NonNullable<EnvironmentVariable['valueFrom']>['secretKeyRef']
}

/** What a container finds in its environment. */
export const environmentOf = ({ env = [] }: Container): readonly Variable[] =>
  env.map(({ name, value, valueFrom }) => ({
    name,
    value: valueFrom ? undefined : (value ?? ''),
    secret: valueFrom?.secretKeyRef,
  }))

/** The plain value of one variable, if it has one. */
export const valueOf = (container: Container, wanted: string): string | undefined =>
  environmentOf(container).find(({ name }) => name === wanted)?.value
