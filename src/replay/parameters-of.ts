import { type Draw, MEDIAN_DRAW } from './draws.ts';
import type { Scene } from './scene.ts';

/** Names of what a scene draws from its priors, in alphabetical order: it is asked, and who it asks for is written down. */
export function parametersOf(scene: Scene): readonly string[] {
  const asked = new Set<string>();
  const listening: Draw = {
    ...MEDIAN_DRAW,
    position: (parameter) => {
      asked.add(parameter);
      return MEDIAN_DRAW.position(parameter);
    },
  };
  scene.settingAt(listening);
  return [...asked].sort();
}
