// Validates PDFs with veraPDF for PDF/UA-1 and PDF/A-2a or PDF/A-3a: writes a line `PATH<tab>RULE<tab>MESSAGE` per rule that a file
// breaks.
//
//     java -cp VERAPDF:JAXB Validate.java 2a|3a PDF...

import java.io.File;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.verapdf.gf.foundry.VeraGreenfieldFoundryProvider;
import org.verapdf.pdfa.Foundries;
import org.verapdf.pdfa.flavours.PDFAFlavour;

class Validate {
    static Map<String, String> faults(PDFAFlavour archive, String path) {
        var foundry = Foundries.defaultInstance();
        var faults = new TreeMap<String, String>();
        for (var standard : new PDFAFlavour[] {PDFAFlavour.PDFUA_1, archive}) {
            try (var parser = foundry.createParser(new File(path), standard); var validator = foundry.createValidator(standard, false)) {
                var result = validator.validate(parser);
                if (!result.isCompliant()) faults.put(standard.getId(), "does not conform");
                for (var fault : result.getTestAssertions()) {
                    var rule = fault.getRuleId();
                    faults.put(standard.getId() + " " + rule.getClause() + "-" + rule.getTestNumber(), fault.getMessage());
                }
            } catch (Exception error) {
                faults.put(standard.getId(), error.toString());
            }
        }
        return faults;
    }

    public static void main(String[] arguments) {
        VeraGreenfieldFoundryProvider.initialise();
        var archive = PDFAFlavour.byFlavourId(arguments[0]);
        var paths = Arrays.stream(arguments).skip(1);
        paths.parallel().forEach(path -> faults(archive, path).forEach((rule, message) -> System.out.println(path + "\t" + rule + "\t" + message)));
    }
}
