import type { MethodDefinition } from '@grpc/grpc-js'

/** A service definition as ts-proto generates it. */
export type Definition = Record<string, unknown>

// What ts-proto generates is structurally a MethodDefinition; its types are read off the (de)serialisers.
type Serialise<M> = M extends { requestSerialize: (value: infer Req) => Buffer } ? Req : never
type Deserialise<M> = M extends { responseDeserialize: (bytes: Buffer) => infer Res } ? Res : never

export type RequestOf<M> = Serialise<M>
export type ResponseOf<M> = Deserialise<M>
export type Streams<M> = M extends { responseStream: true } ? true : false

/** The methods of a definition, untyped, for iterating. */
export const methodsOf = (definition: Definition): [string, MethodDefinition<unknown, unknown>][] =>
  Object.entries(definition) as [string, MethodDefinition<unknown, unknown>][]

/** The definition's own name, such as "RoomsService", as a method's path has it: /kla.rooms.v1.RoomsService/GetRoom. */
export const serviceNameOf = ({ path }: MethodDefinition<unknown, unknown>): string =>
  path.slice(path.lastIndexOf('.', path.lastIndexOf('/')) + 1, path.lastIndexOf('/'))
