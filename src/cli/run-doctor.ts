import { readSettings } from '../settings.ts';
import { readServiceSettings } from '../settings-service.ts';
import { machineChecks } from './doctor-machine.ts';
import { reachChecks } from './doctor-reach.ts';
import { type Check, examine, examinedText } from './examined.ts';
import { ExitCode } from './exit-code.ts';
import { writeResult } from './output.ts';
import { servicePlace } from './service-place.ts';

/** `giveback doctor`: looks at each thing the service stands on. Exit code 1 when one of them is not well. */
export async function runDoctor(data: string | undefined): Promise<ExitCode> {
  const place = servicePlace(data);
  const configuration: Check = [
    'configuration',
    async () => {
      readSettings();
      readServiceSettings(place.directory);
      return {};
    },
  ];
  let isWell = true;
  const tell = async (check: Check) => {
    const examined = await examine(check);
    writeResult(examinedText(examined), undefined);
    isWell &&= examined.ailments.length === 0;
    return examined.ailments.length === 0;
  };
  for (const check of machineChecks(place)) await tell(check);
  // What the lists need can be looked at where they can be read.
  if (await tell(configuration)) {
    const service = readServiceSettings(place.directory);
    for (const check of reachChecks(service, process.env, place.directory)) await tell(check);
  }
  return isWell ? ExitCode.evaluated : ExitCode.ownFault;
}
