async function n(){return null}export{n as start};
