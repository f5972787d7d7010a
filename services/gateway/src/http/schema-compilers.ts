import { TypeBoxValidatorCompiler } from '@fastify/type-provider-typebox'
import fastJsonStringify from 'fast-json-stringify'
import type { FastifySchemaCompiler } from 'fastify'

type Validate = ReturnType<typeof TypeBoxValidatorCompiler>

/** Compiles a schema with its first request; compiling hundreds at the start would delay it by half a second. */
export const validatorOf: FastifySchemaCompiler<object> = (route) => {
  let validate: Validate | undefined
  return (value: unknown) => {
    validate ??= TypeBoxValidatorCompiler(route)
    return validate(value)
  }
}

/** Compiles a schema as {@link validatorOf} does, once for all routes that share it. */
export function serializerOf({ schema }: { schema: object }): (data: unknown) => string {
  return (data) => {
    const serialize = serializers.get(schema) ?? fastJsonStringify(schema)
    serializers.set(schema, serialize)
    return serialize(data)
  }
}

const serializers = new WeakMap<object, (data: unknown) => string>()
