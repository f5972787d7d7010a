/** Evenly spaced colours, from dark to light, on the product's near-black. */
const PALETTES = {
  ember: [0x140a12, 0x3c0f1e, 0x8c1f24, 0xd9532c, 0xf5a04a, 0xffe9c7],
  amber: [0x160d10, 0x40201a, 0x8a4a1f, 0xd18a2e, 0xf2c76b, 0xfff6dc],
  tide: [0x0a0c18, 0x0d2038, 0x12506b, 0x1f8f96, 0x6fd0c0, 0xe8fbf0],
  dusk: [0x0c0a1a, 0x1d1746, 0x3b3a8f, 0x4f7bc4, 0x93bfe6, 0xf1f6ff],
  plum: [0x120912, 0x2d1030, 0x5c1f56, 0x95386f, 0xd0738a, 0xfbd9c8],
  orchid: [0x0f0a18, 0x251447, 0x4c2a7a, 0x8450a6, 0xc08bc9, 0xf6e6f2],
}

/**
 * Brightness (0 to 1) of a point as an expression of ffmpeg. x: -16/9 to 16/9; y: -1 to 1; r, a: its radius and angle;
 * t: 0 to 2 pi, so whole multiples close the loop; k: the variant; u, v, w: what `st` stored in 5, 6, 7.
 */
const FORMULAS = {
  aurora:
    '.75*exp(-2.5*abs(y+.1-.4*sin(1.4*x+t+k)))*(.75+.25*sin(17*x+5*sin(3*x+t)))+.35*exp(-4*abs(y-.5-.3*sin(2*x-t)))',
  contours:
    'st(5,sin(1.7*x+k+.7*sin(t))+sin(2.3*y-k+.6*cos(t))+.7*sin(1.9*(x-y)+t));.35+.12*u+.45*exp(-pow(3*sin(7*u),2))',
  galaxy: '.85*exp(-9*r*r)+.8*exp(-1.2*r)*pow(.5+.5*sin((2+k)*a-5*log(r+.06)+t),3)',
  hills:
    '.95-.2*clip(9*(y+.6-.12*sin(1.4*x-t)),0,1)-.21*clip(9*(y+.2-.15*sin(1.8*x+t+3*k)),0,1)-.21*clip(9*(y-.2-.16*sin(2.2*x-t+2*k)),0,1)-.21*clip(9*(y-.6-.14*sin(2.7*x+t+k)),0,1)',
  julia:
    'st(5,.8*x);st(6,.8*y);st(7,0);while(lt(w,16)*lt(hypot(u,v),4),st(8,u*u-v*v-.77+.03*cos(t));st(6,2*u*v+.14+.03*sin(t));st(5,ld(8));st(7,w+1));.08+.85*sqrt(w/16)',
  kaleidoscope:
    'st(5,abs(mod(a+PI,PI/(3+k))-PI/(6+2*k)));st(6,r*cos(u));st(7,r*sin(u));.5+.15*(sin(6.5*v+t+k)+sin(11*w-t)+sin(8*(v+w)+1.6*cos(t)))',
  lava: 'st(5,.09/(pow(x-.3,2)+pow(y-.8*sin(t+k),2)+.03)+.12/(pow(x+.7,2)+pow(y-.7*sin(t+2),2)+.03)+.08/(pow(x-1.2,2)+pow(y-.8*cos(t+k),2)+.03)+.06/(pow(x-.2*sin(t),2)+y*y+.03));.1+.6*clip(u-.4,0,1)+.08*u',
  moire: '.1+.85*(.5+.5*sin(26*hypot(x-.5*cos(t),y-.3*sin(t))))*(.5+.5*sin(26*hypot(x+.5*cos(t),y+.3*sin(t))))',
  orbits:
    '.1+.02/(pow(x-1.4*cos(t+k),2)+pow(y-.8*sin(t+k),2)+.02)+.02/(pow(x-cos(2-t),2)+pow(y-.6*sin(2-t),2)+.02)+.02/(pow(x-.6*cos(t+k+3),2)+pow(y-.35*sin(t+k+3),2)+.02)+.12*exp(-2*r*r)',
  panes: '.08+(.55+.35*sin(2*x+3*y+k))*pow(abs(sin((3+k/2)*x+.5*sin(2*y+t)+k)*sin(3.5*y+.5*sin(2*x+t)+k)),.4)',
  petals: '.1+.9*exp(-2*r)*(.5+.5*sin(9*r-t))+.45*clip(5*(.65+.25*cos((5+k)*a+t)-r),0,1)',
  plasma: '.5+.14*(sin((2+k/2)*x+k+1.4*cos(t))+sin(3*y+t+k)+sin(2*(x+y)+k+1.7*sin(t)))+.1*sin(5*r-t)',
  ribbons:
    '.06+.6*(.7+.3*cos(1.9*x+t+k))*exp(-pow(5*(y-.6*sin(1.9*x+t+k)),2))+.6*(.7+.3*cos(1.9*x+t+k+2))*exp(-pow(5*(y-.6*sin(1.9*x+t+k+2)),2))+.6*(.7+.3*cos(1.9*x+t+k+4))*exp(-pow(5*(y-.6*sin(1.9*x+t+k+4)),2))',
  ripples: '.5+.18*(sin((13+2*k)*hypot(x-.6,y+.2)-t)+sin(14*hypot(x+.9,y-.4)-t)+sin(11*hypot(x-.1*k,y-1)-t))',
  silk: 'st(5,1.4*x+.9*sin(1.5*y+t+k));st(6,1.4*y+.9*sin(1.2*u-t));.15+.7*pow(.5+.5*sin(1.5*(u+.8*sin(1.3*v+k))+sin(v+t)),2)',
  tunnel: 'clip(1.6*r,0,1)*(.15+.2*(1+sin(9*log(r+.01)+t))*(1+sin((5+k)*a-4*log(r+.01)+t)))',
}

/** ffmpeg's own animations. They play forwards, then backwards, which closes the loop. */
const SOURCES = {
  // Six generations a second at any frame rate: more would flicker.
  life: (rate: number) =>
    `life=s=64x36:r=6:seed=7:ratio=.2:mold=10:life_color=#e0e0e0:mold_color=#808080:death_color=#202020,fps=${rate}`,
  mandelbrot: (rate: number, frames: number) =>
    `mandelbrot=s=320x180:r=${rate}:start_scale=.6:end_scale=.15:end_pts=${frames / 2}:inner=convergence`,
}

export type Palette = keyof typeof PALETTES
export type Scene = keyof typeof FORMULAS | keyof typeof SOURCES

/** Returns ffmpeg's filters for a loop of `frames`, `rate` a second; different variants look different. */
export function filtersOf(palette: Palette, scene: Scene, variant: number, rate: number, frames: number): string {
  const grey = isSource(scene)
    ? `${SOURCES[scene](rate, frames)},trim=end_frame=${Math.ceil(frames / 2)},${THERE_AND_BACK},format=gray`
    : `color=s=80x45:r=${rate},format=gray,geq='${compiled(FORMULAS[scene], variant, frames)}'`
  const curve = (shift: number) =>
    PALETTES[palette].map((colour, at) => `${at / 5}/${(((colour >> shift) & 255) / 255).toFixed(3)}`).join(' ')
  return `${grey},trim=end_frame=${frames},scale=640:360:flags=bicubic,format=gbrp,curves=r='${curve(16)}':g='${curve(8)}':b='${curve(0)}'`
}

const THERE_AND_BACK = 'split[there][back];[back]reverse[again];[there][again]concat'
const isSource = (scene: Scene): scene is keyof typeof SOURCES => scene in SOURCES

function compiled(formula: string, variant: number, frames: number): string {
  const point = `st(0,(2*X/W-1)*16/9);st(1,2*Y/H-1);st(2,hypot(x,y));st(3,atan2(y,x));st(4,2*PI*N/${frames})`
  return `${point};st(9,${formula});255*clip(ld(9),0,1)`
    .replace(/\bk\b/g, String(variant))
    .replace(/\b[xyratuvw]\b/g, (letter) => `ld(${'xyratuvw'.indexOf(letter)})`)
}
