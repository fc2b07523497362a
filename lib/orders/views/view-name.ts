export const viewNameLengthMax = 40;
