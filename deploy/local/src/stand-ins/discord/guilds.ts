import { snowflakeOf, type Persona } from './persona.js'

const NAMES = ['The Bell', 'Midnight Gym', 'Corner Cutters', 'Southpaw Social', 'Ringside Cinema'] as const

/** The servers a person is a member of: the first one is everybody's, the others depend on the person. */
export const guildsOf = (persona: Persona) =>
  NAMES.filter((_, index) => index === 0 || Number(persona.id.at(-index)) % 2 === 0).map((name) => ({
    id: snowflakeOf(`guild ${name}`),
    name,
    icon: null,
    banner: null,
    owner: false,
    permissions: '104320577',
    features: [],
  }))
