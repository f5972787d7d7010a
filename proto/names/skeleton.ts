/** How a name looks, whatever it is written with (as the skeletons of UTS 39, for the scripts that share shapes with Latin). */

const SHAPES = new Map(
  Object.entries({
    ...{ а: 'a', с: 'c', е: 'e', о: 'o', р: 'p', х: 'x', у: 'y', ѕ: 's', і: 'i', ј: 'j', ԁ: 'd', һ: 'h', ԛ: 'q', ԝ: 'w', ӏ: 'l', ѵ: 'v', г: 'r', к: 'k' },
    ...{ А: 'a', В: 'b', Е: 'e', К: 'k', М: 'm', Н: 'h', О: 'o', Р: 'p', С: 'c', Т: 't', Х: 'x', У: 'y', І: 'l', Ј: 'j', Ѕ: 's', З: '3' },
    ...{ α: 'a', ο: 'o', ν: 'v', ρ: 'p', ι: 'i', κ: 'k', υ: 'u', γ: 'y', τ: 't', χ: 'x' },
    ...{ Α: 'a', Β: 'b', Ε: 'e', Ζ: 'z', Η: 'h', Ι: 'l', Κ: 'k', Μ: 'm', Ν: 'n', Ο: 'o', Ρ: 'p', Τ: 't', Υ: 'y', Χ: 'x' },
    ...{ օ: 'o', ո: 'n', ս: 'u', հ: 'h', զ: 'q', ց: 'g', Օ: 'o', Տ: 's' },
    ...{ ı: 'i', ɑ: 'a', ɡ: 'g', ł: 'l', ø: 'o', đ: 'd', Ø: 'o', I: 'l', 1: 'l', 0: 'o' },
  }),
)

/** Names of one skeleton are taken for each other. */
export const skeletonOf = (name: string): string =>
  [...name.normalize('NFKC')]
    .map((character) => SHAPES.get(character) ?? SHAPES.get(character.toLowerCase()) ?? character.toLowerCase())
    .join('')
    .replaceAll(' ', '')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
