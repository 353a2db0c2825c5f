/** What each era of usbcore's giveback does. Source: usb-model, section 1.2 */
export const ERA_WORDS: Readonly<Record<string, string>> = {
  E0: 'no tasklet, complete() runs where the driver gives back',
  E1: 'the tasklet runs until its list is empty, complete() with interrupts off',
  E2: 'the tasklet runs until its list is empty, complete() with interrupts on',
  E3: 'the tasklet takes its list once and asks to be run again',
  E4: 'a BH work item takes its list once and asks to be run again',
};
