/** Whether this device has just refused to write something down: it is full, or its browser allows it no more. */
export const disk = $state({ refuses: false });
